import { expect, test } from 'vitest';
import { type AuthOptions, type Collection, ownFields, withOwnFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { toCollection, toField } from '#domain/collections/editor/body.ts';
import { createField, newCollectionValues } from '#domain/collections/editor/values.ts';
import {
  type CollectionInput,
  completeCollection,
  type FieldInput,
  type FieldType,
  field,
} from '#scripts/lib/schema.ts';
import { uniqueName } from '#tests/support/factories.ts';
import {
  collectionRequest,
  deleteCollectionRequest,
  importRequest,
  saveCollectionRequest,
} from '#wire/collection-saves.ts';
import { collectionsRequest, lastChangeRequest, readCollection } from '#wire/collections.ts';
import { readRefusal } from '#wire/problems.ts';
import {
  collectionProblems,
  storedCollection,
  systemFields,
  writeCollection,
} from '#wire/save-collection.ts';
import { onEach } from './port.ts';

const DAY = '2024-01-01 00:00:00.000Z';

/** Every option of each type, none as a new field has it. */
const FULL: { readonly [Type in FieldType]: (target: string) => FieldInput } = {
  text: () => field('one', 'text', { min: 2, max: 80, pattern: '^\\w+$' }),
  editor: () => field('one', 'editor', { stripsDomain: true }),
  number: () => field('one', 'number', { min: -1.5, max: 9, isWhole: false }),
  bool: () => field('one', 'bool', { isRequired: true }),
  email: () => field('one', 'email', { onlyDomains: ['example.com'] }),
  url: () => field('one', 'url', { exceptDomains: ['example.com', 'b.example'] }),
  date: () => field('one', 'date', { min: DAY, max: '2030-12-31 23:59:59.999Z' }),
  select: () => field('one', 'select', { choices: ['a b', 'c,d', 'ä'], max: 2 }),
  file: () =>
    field('one', 'file', {
      ...{ max: 9, maxSize: 1000, isProtected: true },
      ...{ mimeTypes: ['image/png'], thumbs: ['50x50', '0x20f'] },
    }),
  relation: (collectionId) => field('one', 'relation', { collectionId, cascades: true, min: 1, max: null }),
  json: () => field('one', 'json', { maxSize: 99 }),
};
const TYPES = Object.keys(FULL) as FieldType[];

/** The fields that a test has named: where the backend adds no dates, new collections begin with some. */
const givenFields = (collection: Collection) =>
  ownFields(collection).filter(({ type }) => type !== 'autodate');

type AuthChange = [what: string, change: Partial<AuthOptions>];

type Wrong = [what: string, path: string, input: Partial<CollectionInput>];

const SHORT_PASSWORDS: Partial<CollectionInput> = { type: 'auth', auth: { minPassword: 3 } };

/** Without what only collections of some backends have for themselves. */
const commonAuth = ({ auth }: Collection) => {
  const { own: _own, ...common } = auth ?? {};
  return common;
};

/** What another program may have stored, without what changes with every save. */
const keptOf = ({ updated: _updated, ...kept }: Readonly<Record<string, unknown>>) => kept;

onEach((port) => {
  const save = async (collection: Collection) =>
    readCollection(await port.send(saveCollectionRequest(collection.id, writeCollection(collection))));
  const stored = (id: string) => port.send(collectionRequest(id));
  const target = () => port.create({ name: uniqueName('target'), fields: [field('title')] });

  test.each(TYPES)('a new field of the type %s is stored as it is offered', async (type) => {
    const { id: collectionId } = await target();
    const least = {
      ...(type === 'select' ? { choices: ['a'] } : {}),
      ...(type === 'relation' ? { collectionId } : {}),
    };
    const offered = { ...toField(createField('', '', type)), ...least, name: 'one' };
    const [made] = ownFields(await port.create({ name: uniqueName('bare'), fields: [offered] }));
    const id = port.has('namesFieldIds') ? new RegExp(`^${type}\\d+$`) : /^\w{8}$/;
    expect(made).toMatchObject({ ...offered, id: expect.stringMatching(id), raw: made?.raw });
  });

  test.each(TYPES)('every option of a field of the type %s is stored and changed', async (type) => {
    const full = FULL[type]((await target()).id);
    const all = { ...full, isRequired: true, isPresentable: true };
    const made = await port.create({ name: uniqueName('full'), fields: [all] });
    expect(givenFields(made)).toMatchObject([all]);
    // Back to what a new one has, but for what must not be empty or can't be changed.
    const keep = {
      ...('choices' in full ? { choices: full.choices } : {}),
      ...('collectionId' in full ? { collectionId: full.collectionId } : {}),
    };
    const [before] = ownFields(made);
    const bare = {
      ...toField(createField('', '', type)),
      ...keep,
      id: before?.id ?? '',
      name: 'one',
      raw: before?.raw,
    };
    const fields = withOwnFields(made.fields, [bare]);
    const [after] = ownFields(await save({ ...made, fields }));
    expect({ ...after, raw: undefined }).toMatchObject({ ...bare, raw: undefined });
  });

  test.each([0, 1])('a list of at most %d values is a single value', async (many) => {
    const made = await port.create({
      name: uniqueName('few'),
      fields: [field('tag', 'select', { max: 1 })],
    });
    const raw = await stored(made.id);
    const text = JSON.stringify(raw).replace('"maxSelect":1', `"maxSelect":${many}`);
    expect(givenFields(readCollection(JSON.parse(text)))).toMatchObject([{ max: 1 }]);
  });

  test('a single relation may need a record', async () => {
    const { id: collectionId } = await target();
    const to = field('to', 'relation', { collectionId, min: 1, max: 1 });
    const made = await port.create({ name: uniqueName('single'), fields: [to] });
    expect(givenFields(made)).toMatchObject([{ min: 1, max: 1 }]);
  });

  test('what nobody changed stays as it is stored: keys, null and lists', async () => {
    const { id: collectionId } = await target();
    const fields = [field('title'), field('to', 'relation', { collectionId }), field('mail', 'email')];
    const { id } = await port.create({ name: uniqueName('kept'), type: 'auth', fields });
    const before = await stored(id);
    const next = { ...readCollection(before), listRule: 'id != ""' };
    await save(next);
    expect(keptOf(await stored(id))).toEqual({ ...keptOf(before), listRule: 'id != ""' });
  });

  test('the body of an unchanged collection is what is stored', async () => {
    const { id: collectionId } = await target();
    const fields = TYPES.map((type) => ({ ...FULL[type](collectionId), name: `my_${type}` }));
    const { id } = await port.create({
      name: uniqueName('all'),
      type: 'auth',
      fields,
      manageRule: 'id = "a"',
    });
    const before = await stored(id);
    expect({ ...before, ...writeCollection(readCollection(before)) }).toEqual(before);
  });

  const newAuth = (): AuthOptions => {
    const { auth } = toCollection(newCollectionValues('auth'), undefined);
    if (!auth) throw new Error('No options.');
    const isThere = (name: string) => name !== 'username' || port.has('hasUsernames');
    return { ...auth, identityFields: auth.identityFields.filter(isThere) };
  };

  test('a new auth collection is stored as it is offered', async () => {
    const made = await port.create({ name: uniqueName('users'), type: 'auth' });
    expect(commonAuth(made)).toEqual(newAuth());
  });

  test.each<AuthChange>([
    ['sign-in by email alone', { identityFields: ['email'] }],
    ...(port.has('hasUsernames')
      ? [['sign-in by username alone', { identityFields: ['username'] }] satisfies AuthChange]
      : []),
    ['no sign-in with a password', { identityFields: [] }],
    ['no sign-in by others', { hasOAuth2: false }],
    ['a longer password', { minPassword: 20 }],
    ['a required email', { isEmailRequired: true }],
    ['some domains', { onlyDomains: ['a.example'] }],
    ['not these domains', { exceptDomains: ['b.example'] }],
    ['verified accounts alone', { isVerifiedOnly: true }],
  ])('an auth collection keeps %s, and takes it back', async (_what, change) => {
    const made = await port.create({ name: uniqueName('users'), type: 'auth' });
    const before = newAuth();
    const changed = await save({ ...made, auth: { ...before, ...change } });
    expect(commonAuth(changed)).toEqual({ ...before, ...change });
    expect(commonAuth(await save({ ...changed, auth: before }))).toEqual(before);
  });

  test('each rule is locked, for everyone, or a filter', async () => {
    const rules = {
      listRule: '',
      viewRule: 'id != ""',
      createRule: null,
      updateRule: '',
      deleteRule: 'title = 1',
    };
    const made = await port.create({ name: uniqueName('ruled'), fields: [field('title')], ...rules });
    expect(made).toMatchObject(rules);
    expect(made.manageRule).toBeUndefined();
    const locked = { listRule: null, viewRule: null, createRule: '', updateRule: null, deleteRule: null };
    expect(await save({ ...made, ...locked })).toMatchObject(locked);
  });

  test('an auth collection has a rule for those who manage others', async () => {
    const made = await port.create({ name: uniqueName('users'), type: 'auth', manageRule: 'id = ""' });
    expect(made.manageRule).toBe('id = ""');
    expect((await save({ ...made, manageRule: null })).manageRule).toBe(null);
  });

  test('a view has its query, the fields that it selects, and the dates among them', async () => {
    const { name } = await port.create({
      name: uniqueName('base'),
      fields: [field('title'), field('n', 'number')],
    });
    const query = `SELECT id, title AS headline, n, created FROM ${name}`;
    const view = await port.create({ name: uniqueName('view'), type: 'view', query });
    expect(view).toMatchObject({ type: 'view', query, createRule: null });
    expect(view.auth).toBeUndefined();
    expect(view.fields.map((one) => [one.name, one.type, one.role])).toEqual([
      ['id', 'text', 'id'],
      ['headline', 'text', undefined],
      ['n', 'number', undefined],
      ['created', port.has('addsDates') ? 'date' : 'autodate', 'created'],
    ]);
    const next = `SELECT id FROM ${name}`;
    expect((await save({ ...view, query: next })).fields.map(({ role }) => role)).toEqual(['id']);
  });

  test('the columns of each type begin with what the backend adds', async () => {
    const base = await port.create({ name: uniqueName('base'), fields: [field('title')] });
    const users = await port.create({ name: uniqueName('users'), type: 'auth', fields: [field('nick')] });
    const named = (fields: readonly Field[]) => fields.map(({ name }) => name).join(' ');
    for (const made of [base, users])
      expect(named(made.fields)).toBe(named(withOwnFields(systemFields(made.type, ''), ownFields(made))));
    expect(named(base.fields)).toBe('id title created updated');
    expect(named(users.fields)).toMatch(/^id .* nick created updated$/);
  });

  test('indexes are stored in their order', async () => {
    const name = uniqueName('indexed');
    const indexes = [
      `CREATE UNIQUE INDEX \`z_${name}\` ON \`${name}\` (\`title\`)`,
      `CREATE INDEX \`a_${name}\` ON \`${name}\` (\`created\` DESC)`,
    ];
    const made = await port.create({ name, fields: [field('title')], indexes });
    expect(made.indexes).toEqual(indexes);
    expect((await save({ ...made, indexes: indexes.slice(1) })).indexes).toEqual(indexes.slice(1));
  });

  test('a renamed field, also one that swaps its name, keeps its values', async () => {
    const made = await port.create({ name: uniqueName('swap'), fields: [field('a'), field('b')] });
    const { id } = await port.save(made.id, { a: '1', b: '2' });
    const names: Readonly<Record<string, string>> = { a: 'b', b: 'a' };
    await save({
      ...made,
      fields: made.fields.map((one) => ({ ...one, name: names[one.name] ?? one.name })),
    });
    expect(await port.save(made.id, {}, id)).toMatchObject({ a: '2', b: '1' });
  });

  test('fields are moved and removed', async () => {
    const made = await port.create({
      name: uniqueName('moved'),
      fields: [field('a'), field('b'), field('c')],
    });
    const [a, , c] = ownFields(made);
    if (!a || !c) throw new Error('No fields.');
    const saved = await save({ ...made, fields: withOwnFields(made.fields, [c, a]) });
    expect(ownFields(saved).map(({ id }) => id)).toEqual([c.id, a.id]);
  });

  test('a collection is found by its id, and by its name in any case', async () => {
    const { id, name } = await target();
    for (const key of [id, name, name.toUpperCase()])
      expect(readCollection(await stored(key))).toMatchObject({ id, name });
    expect(await port.refusal(collectionRequest('missing00000000'))).toMatchObject({ status: 404 });
  });

  test('the list has every collection once, by pages, sorted by name', async () => {
    for (let count = 0; count < 3; count += 1) await target();
    type Page = { readonly items: readonly { readonly name: string }[] };
    const all = (await port.send<Page>(collectionsRequest(200))).items.map(({ name }) => name);
    const pages = await Promise.all(
      [1, 2].map(async (page) => (await port.send<Page>(collectionsRequest(2, page))).items),
    );
    expect(pages.flat().map(({ name }) => name)).toEqual(all.slice(0, 4));
    expect(all).toEqual([...all].sort());
  });

  test('the last change is that of the collection which was saved last', async () => {
    const made = await target();
    await save({ ...made, listRule: '' });
    const { updated } = await stored(made.id);
    expect(await port.send(lastChangeRequest)).toMatchObject({ items: [{ updated }] });
  });

  test('an import changes what it names and adds the rest', async () => {
    const old = await target();
    const name = uniqueName('imported');
    const added = storedCollection({
      ...toCollection(newCollectionValues(), undefined),
      id: 'x'.repeat(12) + name.slice(-3).padStart(3, 'y'),
      name,
      fields: [{ ...toField(createField('', '', 'bool')), id: 'flag0000', name: 'flag' }],
    });
    const changed = storedCollection({ ...readCollection(await stored(old.id)), listRule: '' });
    await port.send(importRequest({ collections: [added, changed], deleteMissing: false }));
    expect(givenFields(readCollection(await stored(name)))).toMatchObject([{ id: 'flag0000', name: 'flag' }]);
    expect(readCollection(await stored(old.id)).listRule).toBe('');
  });

  test('an import that is refused changes nothing', async () => {
    const old = await target();
    const changed = storedCollection({ ...readCollection(await stored(old.id)), listRule: '' });
    const wrong = { ...changed, id: 'wrong0000000000', name: 'not a name' };
    const { status } = await port.refusal(
      importRequest({ collections: [changed, wrong], deleteMissing: false }),
    );
    expect(status).toBe(400);
    expect(readCollection(await stored(old.id)).listRule).toBe(null);
  });

  test('a collection is deleted, unless others refer to it', async () => {
    const { id } = await target();
    const other = await port.create({
      name: uniqueName('links'),
      fields: [field('to', 'relation', { collectionId: id })],
    });
    expect(await port.refusal(deleteCollectionRequest(id))).toMatchObject({ status: 400 });
    await port.send(deleteCollectionRequest(other.id));
    await port.send(deleteCollectionRequest(id));
    expect(await port.refusal(collectionRequest(id))).toMatchObject({ status: 404 });
  });

  const wrong: Wrong[] = [
    ['a name that is no word', 'name', { name: 'not a name' }],
    ['the name of a field that is no word', 'fields.0.name', { fields: [field('a b')] }],
    ['a reserved name of a field', 'fields.0.name', { fields: [field('expand')] }],
    ['no choices', 'fields.0.choices', { fields: [field('a', 'select', { choices: [] })] }],
    ['a relation to nothing', 'fields.0.collectionId', { fields: [field('a', 'relation')] }],
    ['a rule that can not be read', 'listRule', { listRule: 'nope =' }],
    ['a rule about a missing field', 'listRule', { listRule: 'nope = 1' }],
    ['an index that is none', 'indexes.0', { indexes: ['CREATE nothing'] }],
    ...(port.has('limitsShortPasswords')
      ? [['a short password', 'auth.minPassword', SHORT_PASSWORDS] satisfies Wrong]
      : []),
    ['a query that is none', 'query', { type: 'view', query: 'SELECT nothing' }],
  ];

  test.each(wrong)('the problem with %s is beside its part', async (_what, path, input) => {
    const asked = {
      name: uniqueName('refused'),
      fields: input.type === 'view' ? [] : [field('title')],
      ...input,
    };
    const { response } = await port.create(asked).then(
      () => ({ response: undefined }),
      (error: { readonly response: unknown }) => error,
    );
    // A new one is edited without what the backend adds.
    const read = readCollection(completeCollection(asked));
    const sent = { ...read, fields: ownFields(read), raw: undefined };
    const problems = collectionProblems(readRefusal(response).problems, sent);
    expect(problems.map((problem) => problem.path)).toContain(path);
  });

  test('a taken name is said to be taken', async () => {
    const { name } = await target();
    const body = writeCollection({
      ...toCollection(newCollectionValues(), undefined),
      name,
      fields: [{ ...toField(createField('', '', 'text')), name: 'a' }],
    });
    const { problems } = await port.refusal(saveCollectionRequest(undefined, body));
    expect(problems).toMatchObject([{ path: 'name', text: expect.stringContaining('unique') }]);
  });

  test('a guest may not read collections', async () => {
    expect(await port.refusal(collectionsRequest(1), '')).toMatchObject({ status: 401 });
  });
});
