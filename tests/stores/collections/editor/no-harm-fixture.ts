import { list, members, text } from '#domain/app/lenient.ts';
import type { Backend } from '#tests/support/backend.ts';
import { uniqueName } from '#tests/support/factories.ts';

type Json = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Json[]>>;

/** The tables whose rows may differ: what is asked is logged there. */
const rowsIn = (backend: Backend): Rows =>
  Object.fromEntries(
    backend
      .sql("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .map(({ name }) => [text(name), backend.sql(`SELECT * FROM "${name}"`).map((row) => ({ ...row }))]),
  );

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** A row of the table of collections, without what each save may change. */
function keptOf({ updated: _updated, ...row }: Json): Json {
  const fields = list(parsed(row['fields']), members);
  const isView = row['type'] === 'view';
  return {
    ...row,
    // A view gets other ids with each save.
    fields: isView ? fields.map(({ id: _id, ...field }) => field) : fields,
    indexes: parsed(row['indexes']),
    options: parsed(row['options']),
  };
}

/** Everything that a database holds, without the dates of saved collections and the ids of the fields of views. */
export function contentOf(backend: Backend): Rows {
  const { _collections = [], ...tables } = rowsIn(backend);
  return { ...tables, _collections: _collections.map(keptOf) };
}

/** Without the fields of views, which follow those of their sources. */
export function withoutViews(content: Rows): Rows {
  const collections = content['_collections'] ?? [];
  const kept = collections.map((one) => (one['type'] === 'view' ? { ...one, fields: [] } : one));
  return { ...content, _collections: kept };
}

/** The columns and indexes as SQLite has them, which no row says. */
export const structureOf = (backend: Backend) =>
  backend
    .sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .map((row) => ({ ...row }));

/** One collection of the content, to which `change` is applied in a copy. */
export function withChanged(content: Rows, id: string, change: (collection: Json) => Json): Rows {
  const collections = content['_collections'] ?? [];
  return { ...content, _collections: collections.map((one) => (one['id'] === id ? change(one) : one)) };
}

/** Fields of every type with options that are not those of a new one. */
const everyField = (target: string, hasGeoPoint: boolean) => [
  {
    name: 'title',
    type: 'text',
    min: 1,
    max: 90,
    pattern: '^.+$',
    autogeneratePattern: '[a-z]{9}',
    presentable: true,
  },
  { name: 'plain', type: 'text' },
  { name: 'endless', type: 'text', max: 2_147_483_647 },
  { name: 'rich', type: 'editor', convertURLs: true, maxSize: 9000 },
  { name: 'rank', type: 'number', min: -3, max: 12, onlyInt: true, required: true },
  { name: 'on', type: 'bool' },
  { name: 'mail', type: 'email', onlyDomains: ['example.com'] },
  { name: 'site', type: 'url', exceptDomains: ['example.com'] },
  { name: 'born', type: 'date', min: '2000-01-01 00:00:00.000Z', max: '' },
  { name: 'kind', type: 'select', values: ['a', 'b'], maxSelect: 1 },
  { name: 'kinds', type: 'select', values: ['a', 'b', 'c'], maxSelect: 3 },
  { name: 'one', type: 'relation', collectionId: target, maxSelect: 1 },
  { name: 'many', type: 'relation', collectionId: target, maxSelect: 2_147_483_647, cascadeDelete: true },
  {
    name: 'papers',
    type: 'file',
    maxSelect: 5,
    maxSize: 5000,
    mimeTypes: ['text/plain'],
    thumbs: ['10x10'],
    protected: true,
  },
  { name: 'data', type: 'json', maxSize: 4000 },
  { name: 'secret', type: 'password', min: 3, max: 30, cost: 5 },
  { name: 'hiddenOne', type: 'text', hidden: true, help: 'Not for all.' },
  { name: 'made', type: 'autodate', onCreate: true },
  { name: 'changed', type: 'autodate', onCreate: true, onUpdate: true },
  ...(hasGeoPoint ? [{ name: 'place', type: 'geoPoint', required: false }] : []),
];

export interface Filled {
  readonly base: string;
  readonly auth: string;
  readonly view: string;
}

/** Ids of a base collection with fields of all types, an auth collection with providers and a moved email, and a view. */
export async function fill({ api }: Backend, hasGeoPoint: boolean): Promise<Filled> {
  const create = (body: object) => api.post<{ id: string; name: string }>('/api/collections', body);
  const target = await create({
    name: uniqueName('target'),
    type: 'base',
    fields: [{ name: 'title', type: 'text' }],
  });
  const related = await api.post<{ id: string }>(`/api/collections/${target.id}/records`, { title: 'x' });
  const name = uniqueName('every');
  const base = await create({
    ...{ name, type: 'base', listRule: '', viewRule: 'rank > 1', createRule: null },
    fields: everyField(target.id, hasGeoPoint),
    indexes: [
      `CREATE UNIQUE INDEX   idx_${name} on ${name} (title)`,
      `create index "z_${name}" ON "${name}" (rank DESC, kind)`,
    ],
  });
  await api.post(`/api/collections/${base.id}/records`, {
    ...{ title: 'first', rank: 3, kinds: ['a', 'c'], one: related.id, many: [related.id], secret: 'abcdef' },
    ...{ data: { a: 1 }, born: '2001-01-01 00:00:00.000Z', hiddenOne: 'h', mail: 'a@example.com' },
  });
  const provider = (key: string, more: object = {}) => ({
    ...{ name: key, clientId: `${key}-id`, clientSecret: `${key}-secret`, ...more },
  });
  const auth = await create({
    ...{ name: uniqueName('people'), type: 'auth', authRule: 'verified = true', manageRule: 'id = "x"' },
    fields: [{ name: 'nick', type: 'text' }],
    oauth2: {
      enabled: true,
      providers: [
        provider('github'),
        provider('google', { pkce: true }),
        provider('gitlab', { displayName: 'Lab' }),
      ],
      mappedFields: { name: 'nick' },
    },
    otp: { enabled: true, duration: 240, length: 6 },
  });
  // A built-in field behind those of people.
  const stored = await api.get(`/api/collections/${auth.id}`);
  const fields = list(stored['fields'], members);
  const email = fields.filter((field) => field['name'] === 'email');
  const others = fields.filter((field) => field['name'] !== 'email');
  await api.patch(`/api/collections/${auth.id}`, { fields: [...others, ...email] });
  await api.post(`/api/collections/${auth.id}/records`, {
    ...{ email: 'a@example.com', password: 'correct-horse', passwordConfirm: 'correct-horse', nick: 'ann' },
  });
  const view = await create({
    ...{ name: uniqueName('seen'), type: 'view', listRule: '' },
    viewQuery: `SELECT id, title, rank, made FROM ${name}`,
  });
  return { base: base.id, auth: auth.id, view: view.id };
}
