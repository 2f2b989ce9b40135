import type { Page } from '@playwright/test';
import PocketBase from 'pocketbase';
import type { Backend } from '#tests/support/backend.ts';
import {
  createInEditor,
  type Definition,
  type FieldDefinition,
} from '#tests/support/collections/create-in-editor.ts';
import { collectionHash, openNew } from '#tests/support/collections/editor.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

/** A definition without its name; indexes get the name, for the table and for unique index names. */
type DefinitionInput = Partial<Omit<Definition, 'name' | 'indexes'>> & {
  indexes?: (name: string) => string[];
};

const FILE = { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 5_242_880, protected: false };
const SELECT = { maxSelect: 1, values: ['a', 'b', 'c'] };
const DOMAINS = { exceptDomains: [], onlyDomains: [] };
const TEXT = { min: null, max: null, pattern: '' };
const AUTH = {
  allowUsernameAuth: true,
  allowEmailAuth: true,
  allowOAuth2Auth: true,
  exceptEmailDomains: [],
  onlyEmailDomains: [],
  minPasswordLength: 8,
  requireEmail: false,
  onlyVerified: false,
  manageRule: null,
};
const title: FieldDefinition = { name: 'title', type: 'text', options: TEXT };
const rank: FieldDefinition = {
  name: 'rank',
  type: 'number',
  options: { min: null, max: null, noDecimal: false },
};
/** Options of a relation; collections are referred to by name until they are sent. */
const relation = (options: object = {}) => ({
  collectionId: 'TARGET',
  cascadeDelete: false,
  minSelect: null,
  maxSelect: 1,
  ...options,
});

const DEFINITIONS: readonly DefinitionInput[] = [
  {
    schema: [
      title,
      {
        name: 'slug',
        type: 'text',
        required: true,
        presentable: true,
        options: { min: 2, max: 40, pattern: '^[a-z-]+$' },
      },
      { name: 'body', type: 'editor', options: { convertUrls: true } },
      { ...rank, required: true, options: { min: -1.5, max: 10.25, noDecimal: false } },
    ],
  },
  {
    schema: [
      { ...rank, options: { min: 0, max: 9, noDecimal: true } },
      { name: 'on', type: 'bool', required: true, options: {} },
      {
        name: 'mail',
        type: 'email',
        required: true,
        options: { ...DOMAINS, exceptDomains: ['a.com', 'b.com'] },
      },
      { name: 'home', type: 'url', options: { ...DOMAINS, onlyDomains: ['example.com'] } },
      { name: 'born', type: 'date', options: { min: '2020-01-01 00:00:00.000Z', max: '' } },
      { name: 'ends', type: 'date', required: true, options: { min: '', max: '2030-12-31 23:59:59.000Z' } },
    ],
  },
  {
    schema: [
      { name: 'pick', type: 'select', options: SELECT },
      {
        name: 'picks',
        type: 'select',
        required: true,
        options: { maxSelect: 2, values: ['ä b', 'c', '日本'] },
      },
      { name: 'data', type: 'json', presentable: true, options: { maxSize: 4096 } },
      { name: 'doc', type: 'file', required: true, options: FILE },
      {
        name: 'pics',
        type: 'file',
        options: {
          mimeTypes: ['image/png', 'image/webp'],
          thumbs: ['50x50', '0x80', '100x100f'],
          maxSelect: 7,
          maxSize: 1000,
          protected: true,
        },
      },
    ],
  },
  {
    schema: [
      { name: 'one', type: 'relation', required: true, options: relation() },
      {
        name: 'many',
        type: 'relation',
        options: relation({ cascadeDelete: true, minSelect: 2, maxSelect: 5 }),
      },
      { name: 'endless', type: 'relation', options: relation({ maxSelect: null }) },
    ],
  },
  {
    schema: [title, rank],
    indexes: (name) => [
      `CREATE UNIQUE INDEX \`idx_${name}_1\` ON \`${name}\` (\`title\`, \`rank\` DESC)`,
      `CREATE INDEX idx_${name}_2 ON ${name} (lower(title) COLLATE NOCASE) WHERE rank > 1`,
    ],
  },
  {
    schema: [title],
    rules: {
      listRule: '',
      viewRule: 'title != "" && @request.auth.id != ""',
      createRule: '@request.data.title:isset = true',
      updateRule: '@now > created',
      deleteRule: '',
    },
  },
  { type: 'auth', schema: [title], options: AUTH },
  {
    type: 'auth',
    schema: [title, rank],
    options: {
      ...AUTH,
      allowUsernameAuth: false,
      allowOAuth2Auth: false,
      onlyEmailDomains: ['x.org'],
      minPasswordLength: 12,
      requireEmail: true,
      onlyVerified: true,
      manageRule: 'id = @request.auth.id',
    },
    rules: { listRule: 'id = @request.auth.id' },
    indexes: (name) => [`CREATE INDEX idx_${name}_a ON ${name} (title)`],
  },
  { type: 'view', options: { query: 'select id, name, count(id) as total from TARGET group by id' } },
  {
    type: 'view',
    options: { query: "select (ROW_NUMBER() OVER()) as id, t.name as label, 'x' as mark from TARGET t" },
    rules: { listRule: '', viewRule: 'label != ""' },
  },
];

function definitionOf(input: DefinitionInput, name: string, target: string): Definition {
  const definition: Definition = {
    type: 'base',
    schema: [],
    rules: {},
    options: {},
    ...input,
    name,
    indexes: input.indexes?.(name) ?? [],
  };
  return JSON.parse(JSON.stringify(definition).replaceAll('TARGET', target));
}

/** Sends the definition through the client library, like any other program. */
async function sendDirectly(backend: Backend, definition: Definition, target: { id: string; name: string }) {
  const client = new PocketBase(backend.url);
  client.autoCancellation(false);
  await client.admins.authWithPassword(backend.adminEmail, backend.adminPassword);
  const { rules, ...body } = definition;
  await client.collections.create({
    ...body,
    ...rules,
    schema: body.schema.map((one) => ({
      ...one,
      options: one.type === 'relation' ? { ...one.options, collectionId: target.id } : one.options,
    })),
  });
}

/** The stored collection of the name, without ids, dates and the name itself. */
async function storedAs(backend: Backend, name: string): Promise<unknown> {
  const {
    id: _id,
    created: _created,
    updated: _updated,
    ...rest
  } = await backend.api.get<{
    id: string;
    created: string;
    updated: string;
    schema: { id: string }[];
  }>(`/api/collections/${name}`);
  const schema = rest.schema.map(({ id: _field, ...one }) => one);
  return JSON.parse(JSON.stringify({ ...rest, schema }).replaceAll(name, 'NAME'));
}

async function compare(page: Page, backend: Backend, inputs: readonly DefinitionInput[]): Promise<void> {
  const { categories } = await createBlog(backend.api);
  const target = await createCollection(backend.api, {
    name: uniqueName('target'),
    schema: [field('name', 'text', { presentable: true })],
  });
  await page.goto(collectionHash(categories.id));
  for (const input of inputs) {
    const [edited, sent] = [uniqueName('hand'), uniqueName('sent')];
    await createInEditor(page, await openNew(page), definitionOf(input, edited, target.name));
    await sendDirectly(backend, definitionOf(input, sent, target.name), target);
    expect(await storedAs(backend, edited), JSON.stringify(input)).toEqual(await storedAs(backend, sent));
  }
}

test.beforeEach(({ admin }) => admin.signIn());

const PER_TEST = 5;
for (let first = 0; first < DEFINITIONS.length; first += PER_TEST) {
  const part = DEFINITIONS.slice(first, first + PER_TEST);
  test(`[API-04][API-05] definitions ${first + 1} to ${first + part.length}: created in the editor and by the client library, they are stored identically`, async ({
    page,
    backend,
  }) => {
    test.setTimeout(90_000);
    await compare(page, backend, part);
  });
}
