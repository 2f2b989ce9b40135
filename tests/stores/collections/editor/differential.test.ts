import PocketBase from 'pocketbase';
import { beforeAll, expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { ownMembers } from '#domain/backend/field.ts';
import {
  addField,
  nextFieldKey,
  renameField,
  setFieldOption,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import {
  authValues,
  type CollectionValues,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
} from '#domain/collections/editor/values.ts';
import { ruleNames } from '#domain/collections/rules.ts';
import { cutProblem, indexProblem, parseIndex } from '#domain/model/index-sql/tools.ts';
import type { Json } from '#scripts/lib/admin-api.ts';
import { backend } from '#tests/stores/records/record-fixture.ts';
import {
  type Collection,
  createCollection,
  type FieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { editorOf } from './drafts-fixture.ts';

/** A field with all options of its type, as the backend stores it. */
interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  readonly required?: boolean;
  readonly presentable?: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A collection to create, in the editor or by a request. */
interface Definition {
  readonly type: 'base' | 'auth' | 'view';
  readonly schema: readonly FieldDefinition[];
  readonly indexes: readonly string[];
  /** Rules that are not locked; the manage rule is one of the options. */
  readonly rules: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
}

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
const relation = (options: object = {}) => ({
  collectionId: 'TARGET_ID',
  cascadeDelete: false,
  minSelect: null,
  maxSelect: 1,
  ...options,
});

/** Texts contain NAME for the collection, and TARGET for the one that relations and queries refer to. */
const DEFINITIONS: Readonly<Record<string, Partial<Definition>>> = {
  texts: {
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
  'limited values': {
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
  'choices and files': {
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
  relations: {
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
  indexes: {
    schema: [title, rank],
    indexes: [
      'CREATE UNIQUE INDEX `idx_NAME_1` ON `NAME` (`title`, `rank` DESC)',
      'CREATE INDEX idx_NAME_2 ON NAME (lower(title) COLLATE NOCASE) WHERE rank > 1',
    ],
  },
  rules: {
    schema: [title],
    rules: {
      listRule: '',
      viewRule: 'title != "" && @request.auth.id != ""',
      createRule: '@request.data.title:isset = true',
      updateRule: '@now > created',
      deleteRule: '',
    },
  },
  'an auth collection': { type: 'auth', schema: [title], options: AUTH },
  'an auth collection with every option': {
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
    indexes: ['CREATE INDEX idx_NAME_a ON NAME (title)'],
  },
  'a view': {
    type: 'view',
    options: { query: 'select id, name, count(id) as total from TARGET group by id' },
  },
  'a view with rules': {
    type: 'view',
    options: { query: "select (ROW_NUMBER() OVER()) as id, t.name as label, 'x' as mark from TARGET t" },
    rules: { listRule: '', viewRule: 'label != ""' },
  },
};

/** The client library, like in any other program. */
let library: PocketBase;
let target: Collection;
beforeAll(async () => {
  library = new PocketBase(backend().url);
  library.autoCancellation(false);
  await library.admins.authWithPassword(backend().adminEmail, backend().adminPassword);
  target = await createCollection(backend().api, {
    name: uniqueName('target'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
});

function definitionOf(input: Partial<Definition>, name: string): Definition {
  const definition: Definition = { type: 'base', schema: [], rules: {}, options: {}, indexes: [], ...input };
  return JSON.parse(
    JSON.stringify(definition)
      .replaceAll('NAME', name)
      .replaceAll('TARGET_ID', target.id)
      .replaceAll('TARGET', target.name),
  );
}

function withField(values: CollectionValues, one: FieldDefinition): CollectionValues {
  const key = nextFieldKey(values);
  let result = renameField(addField(values, one.type), key, one.name);
  const [read] = ownFields(readCollection({ schema: [one] }));
  for (const [option, value] of Object.entries(read ? ownMembers(read) : {})) {
    result = setFieldOption(result, key, option, value);
  }
  return setPresentable(setRequired(result, key, one.required ?? false), key, one.presentable ?? false);
}

/** Creates the collection with the edits of a user. */
async function createInEditor(name: string, definition: Definition): Promise<void> {
  const editor = editorOf();
  editor.setType(definition.type);
  editor.edit((values) => renameCollection(values, name), 'name');
  for (const one of definition.schema) editor.edit((values) => withField(values, one));
  for (const [at, sql] of definition.indexes.entries()) editor.edit((values) => setIndex(values, at, sql));
  const { type, options } = definition;
  const { query = '', auth } = readCollection({ type, options });
  editor.edit((values) => ({ ...values, query }));
  for (const [option, value] of Object.entries(auth ? authValues(auth) : {})) {
    editor.edit((values) => setCollectionOption(values, option, value));
  }
  const { manageRule } = options;
  const rules = { ...definition.rules, ...(typeof manageRule === 'string' ? { manageRule } : {}) };
  for (const rule of ruleNames) {
    const text = Reflect.get(rules, rule);
    if (typeof text === 'string') editor.edit((values) => setRule(values, rule, text), rule);
  }
  expect(await editor.save()).toBe(true);
}

async function sendDirectly(name: string, { rules, ...body }: Definition): Promise<void> {
  await library.collections.create({ name, ...body, ...rules });
}

/** The stored collection of the name, without ids, dates and the name itself. */
async function storedAs(name: string): Promise<unknown> {
  const path = `/api/collections/${name}`;
  const {
    id: _id,
    created: _created,
    updated: _updated,
    ...rest
  } = await backend().api.get<Json & { schema: Json[] }>(path);
  const schema = rest.schema.map(({ id: _field, ...one }) => one);
  return JSON.parse(JSON.stringify({ ...rest, schema }).replaceAll(name, 'NAME'));
}

test.each(Object.entries(DEFINITIONS))(
  '[API-04][API-05] created in the editor and by the client library, %s are stored identically',
  async (_title, input) => {
    const [edited, sent] = [uniqueName('hand'), uniqueName('sent')];
    await createInEditor(edited, definitionOf(input, edited));
    await sendDirectly(sent, definitionOf(input, sent));
    expect(await storedAs(edited)).toEqual(await storedAs(sent));
  },
);

/** Whether the backend creates a collection with the index; the table is `t` in the statement, the index `i`. */
async function isAccepted(sql: string): Promise<boolean> {
  const name = uniqueName('indexed');
  const indexes = [sql.replace('ON t', `ON ${name}`).replace('INDEX i', `INDEX i_${name}`)];
  const fields = [field('title'), field('rank', 'number')];
  return createCollection(backend().api, { name, fields, indexes }).then(
    () => true,
    (error: Error) => {
      expect(error.message).toContain('returned 400');
      return false;
    },
  );
}

const NAME = 'PocketBase accepts no spaces or backticks in the name of an index.';
const AFTER = 'PocketBase accepts no parentheses after the columns of an index.';
const only = (text: string) => `PocketBase accepts this only in parentheses and on one line: ${text}`;

test.each([
  ['CREATE INDEX i ON t (title) WHERE (rank > 1)', AFTER],
  ['CREATE INDEX i ON t (lower(title)) WHERE length(title) > 2', AFTER],
  ["CREATE INDEX i ON t (title, rank) WHERE title IN ('a', 'b')", AFTER],
  ["CREATE INDEX i ON t (title) WHERE title = 'a)'", AFTER],
  ['CREATE INDEX i ON t (title) -- all (of them)', AFTER],
  ['CREATE INDEX "my idx" ON t (title)', NAME],
  ['CREATE INDEX `a``b` ON t (title)', NAME],
  ['CREATE INDEX SQLITE_x ON t (title)', 'Names that begin with sqlite_ are reserved.'],
  ['CREATE INDEX i ON t (title, rank+1 desc)', only('rank+1')],
  ['CREATE INDEX i ON t (-rank)', only('-rank')],
  ["CREATE INDEX i ON t (title || 'a')", only("title || 'a'")],
  ['CREATE INDEX i ON t ("title" || rank)', only('"title" || rank')],
  ['CREATE INDEX i ON t (title collate "nocase" desc)', only('title collate "nocase"')],
  ['CREATE INDEX i ON t (lower(\ntitle))', only('lower(\ntitle)')],
])('the backend refuses %j, and the popup says why', async (sql, message) => {
  expect(parseIndex(sql)).toBeDefined();
  expect(indexProblem(sql)).toBe(message);
  expect(cutProblem(sql)).toBeUndefined();
  expect(await isAccepted(sql)).toBe(false);
});

test.each([
  "CREATE INDEX i ON t (title) WHERE rank > 1 AND title <> ''",
  'CREATE INDEX i ON t (title) WHERE rank IS NOT NULL; -- all',
  'CREATE UNIQUE INDEX IF NOT EXISTS i ON t (`title` COLLATE nocase DESC, [rank], "created" asc)',
  "CREATE INDEX i ON t ('title', (rank))",
  'CREATE INDEX i ON t (\n  title\n  , rank\n  COLLATE NOCASE\n)',
  'CREATE INDEX i ON t (lower(title) desc, rank + 1, rank IN (1,2))',
  'CREATE INDEX i ON t ((title || \'a\'), (-rank), (rank+1) desc, (title collate "nocase"))',
  "CREATE INDEX i ON t (coalesce(title, 'x), y'))",
  'CREATE INDEX i ON t (title COLLATE nocase COLLATE rtrim)',
])('the backend accepts %j, and so does the popup', async (sql) => {
  expect(indexProblem(sql)).toBeUndefined();
  expect(await isAccepted(sql)).toBe(true);
});

test.each([
  ['lower(title)\n || rank', 'lower(title)'],
  ['lower(title)\r\n || rank', 'lower(title)'],
  ['title COLLATE nocase\n || rank', '`title` COLLATE nocase'],
  ['title\n collate "nocase"', '`title`'],
])('the popup refuses %j, which the backend would cut at the end of its line', async (columns, kept) => {
  const name = uniqueName('indexed');
  const sql = `CREATE INDEX cut_${name} ON ${name} (${columns})`;
  expect(indexProblem(sql)).toBe(only(columns));
  expect(cutProblem(sql)).toBe(only(columns));
  const fields = [field('title'), field('rank', 'number')];
  await createCollection(backend().api, { name, fields, indexes: [sql] });
  expect(backend().sql('SELECT sql FROM sqlite_master WHERE name = ?', [`cut_${name}`])).toEqual([
    { sql: `CREATE INDEX \`cut_${name}\` ON \`${name}\` (${kept})` },
  ]);
});
