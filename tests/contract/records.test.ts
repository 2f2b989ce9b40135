import { beforeAll, expect, test } from 'vitest';
import { MAX_QUERY, queryLength } from '#domain/app/query-length.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type FieldInput, field } from '#scripts/lib/schema.ts';
import { everyFieldType, pngFile, textFile, uniqueName } from '#tests/support/factories.ts';
import { formParts } from '#wire/form-parts.ts';
import { fileTokenRequest, readFileToken } from '#wire/paths.ts';
import {
  countedRecordsRequest,
  countRequest,
  deleteRecordRequest,
  recordRequest,
  recordsRequest,
  saveRecordRequest,
} from '#wire/records.ts';
import { onEach } from './port.ts';

interface Page {
  readonly totalItems: number;
  readonly totalPages: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const query = (collection: string, more: Partial<Parameters<typeof recordsRequest>[0]> = {}) => ({
  ...{ collection, page: 1, perPage: 30, sort: '', filter: '', expand: '', fields: '' },
  ...more,
});

type Entry = readonly [name: string, value: string | File];

const formOf = (entries: readonly Entry[]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

const DATE = /^\d{4}-.*Z$/;

const VALUES = {
  title: 'Ä "quoted" \\ \u{1f600}',
  amount: -1.5,
  active: true,
  contact: 'a@example.com',
  website: 'https://example.com/a?b=c',
  body: '<p>Rich</p>',
  due: '2026-11-05 12:00:00.000Z',
  status: 'draft',
  tags: ['blue', 'red'],
  meta: { a: [1, null, 'x'] },
};
const EMPTY = {
  ...{
    title: '',
    amount: 0,
    active: false,
    contact: '',
    website: '',
    body: '',
    due: '',
    status: '',
    tags: [],
  },
  ...{ meta: null, cover: '', attachments: [], author: '', reviewers: [] },
};

/** As the panel of a record sends it. */
const partsOf = (...entries: Entry[]) =>
  formOf(
    formParts(entries.map(([name, value]) => ({ name, value }))).map(({ name, value }) => [name, value]),
  );

onEach((port) => {
  let people: Collection;
  let posts: Collection;
  beforeAll(async () => {
    people = await port.create({
      name: uniqueName('people'),
      fields: [field('name', 'text', { isPresentable: true })],
      listRule: '',
      viewRule: '',
    });
    posts = await port.create({ name: uniqueName('posts'), fields: everyFieldType(people.id) });
  });

  const person = (name = 'Ann') => port.save(people.id, { name });
  const read = (collection: string, id: string) => port.send(recordRequest(collection, id));
  const list = (request: ReturnType<typeof recordsRequest>, token?: string) =>
    port.send<Page>(request, token);
  const namesOf = ({ items }: Page) => items.map(({ name }) => name);
  const withFields = (...fields: FieldInput[]) => port.create({ name: uniqueName('own'), fields });

  test('a record has what was sent, its ids and two dates', async () => {
    const made = await port.save(posts.id, VALUES);
    expect(made).toEqual({
      ...EMPTY,
      ...VALUES,
      ...{ id: expect.stringMatching(/^\w{15}$/), collectionId: posts.id, collectionName: posts.name },
      ...{ created: expect.stringMatching(DATE), updated: expect.stringMatching(DATE) },
    });
    expect(await read(posts.id, made.id)).toEqual(made);
  });

  test('an empty record has the empty value of each type', async () => {
    expect(await port.save(posts.id, {})).toMatchObject(EMPTY);
  });

  test.each(Object.keys(VALUES))('a change of %s alone leaves the rest', async (name) => {
    const made = await port.save(posts.id, VALUES);
    const empty = (EMPTY as Readonly<Record<string, unknown>>)[name];
    const changed = await port.save(posts.id, { [name]: empty }, made.id);
    expect(changed).toEqual({ ...made, [name]: empty, updated: changed['updated'] });
  });

  test('a record is found by the name of its collection, too', async () => {
    const made = await person();
    expect(await read(people.name, made.id)).toEqual(made);
    expect(await port.refusal(recordRequest(people.id, 'missing00000000'))).toMatchObject({ status: 404 });
  });

  test('an id is kept, and refused when it is taken or no id', async () => {
    const id = 'given0000000000'.slice(0, 15);
    expect(await port.save(people.id, { id, name: 'A' })).toMatchObject({ id });
    const again = await port.refusal(saveRecordRequest(people.id, undefined, { id, name: 'B' }));
    expect(again.problems).toMatchObject([{ path: 'id', reason: 'taken' }]);
    const short = await port.refusal(saveRecordRequest(people.id, undefined, { id: 'short' }));
    expect(short.problems).toMatchObject([{ path: 'id' }]);
  });

  test('a value that another record has is taken', async () => {
    const name = uniqueName('unique');
    const { id } = await port.create({
      name,
      fields: [field('code')],
      indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (code)`],
    });
    await port.save(id, { code: 'a' });
    const { problems } = await port.refusal(saveRecordRequest(id, undefined, { code: 'a' }));
    expect(problems).toMatchObject([{ path: 'code', reason: 'taken' }]);
  });

  test('a relation to no record dangles', async () => {
    const { problems } = await port.refusal(
      saveRecordRequest(posts.id, undefined, { author: 'missing00000000' }),
    );
    expect(problems).toMatchObject([{ path: 'author', reason: 'dangling' }]);
  });

  test.each<[string, FieldInput, unknown]>([
    ['nothing in a required field', field('one', 'text', { isRequired: true }), ''],
    ['0 in a required number', field('one', 'number', { isRequired: true }), 0],
    ['a short text', field('one', 'text', { min: 3 }), 'ab'],
    ['a long text', field('one', 'text', { max: 3 }), 'abcd'],
    ['a text of another pattern', field('one', 'text', { pattern: '^a+$' }), 'b'],
    ['a small number', field('one', 'number', { min: 3 }), 2],
    ['a broken number', field('one', 'number', { isWhole: true }), 1.5],
    ['a word for an email', field('one', 'email'), 'word'],
    ['another domain', field('one', 'email', { onlyDomains: ['a.example'] }), 'x@b.example'],
    ['a word for a URL', field('one', 'url'), 'word'],
    ['an early date', field('one', 'date', { min: '2024-01-01 00:00:00.000Z' }), '2023-12-31 00:00:00.000Z'],
    ['another choice', field('one', 'select', { choices: ['a'] }), 'b'],
    ['too many choices', field('one', 'select', { choices: ['a', 'b', 'c'], max: 2 }), ['a', 'b', 'c']],
    ['large JSON', field('one', 'json', { maxSize: 5 }), '123456789'],
    ['a large file', field('one', 'file', { maxSize: 3 }), textFile('a.txt', 'long')],
    ['a file of another type', field('one', 'file', { mimeTypes: ['image/png'] }), textFile()],
  ])('%s is refused beside its field', async (_what, one, value) => {
    const { id } = await withFields(one);
    const body = value instanceof File ? formOf([['one', value]]) : { one: value };
    const { status, problems } = await port.refusal(saveRecordRequest(id, undefined, body));
    expect([status, problems.map(({ path }) => path.split('.')[0])]).toEqual([400, ['one']]);
  });

  test('values are added to a list and removed from it', async () => {
    const { id } = await port.save(posts.id, { tags: ['red'] });
    expect(await port.save(posts.id, { 'tags+': ['blue'] }, id)).toMatchObject({ tags: ['red', 'blue'] });
    expect(await port.save(posts.id, { 'tags-': ['red'] }, id)).toMatchObject({ tags: ['blue'] });
    const [a, b] = [await person('a'), await person('b')];
    await port.save(posts.id, { 'reviewers+': [a.id, b.id] }, id);
    expect(await port.save(posts.id, { 'reviewers-': a.id }, id)).toMatchObject({ reviewers: [b.id] });
  });

  test('a number is added to the stored one', async () => {
    const { id } = await port.save(posts.id, { amount: 5 });
    expect(await port.save(posts.id, { 'amount+': 2 }, id)).toMatchObject({ amount: 7 });
  });

  test('files get names of their own, are added to a list, and removed by name', async () => {
    const body = formOf([
      ['title', 'x'],
      ['cover', pngFile('cover.png')],
      ['attachments', textFile('note.txt')],
    ]);
    const made = await port.send<{ id: string; cover: string; attachments: string[] }>(
      saveRecordRequest(posts.id, undefined, body),
    );
    expect([made.cover, ...made.attachments]).toEqual([
      expect.stringMatching(/^cover_\w{10}\.png$/),
      expect.stringMatching(/^note_\w{10}\.txt$/),
    ]);
    const more = partsOf(['attachments', textFile('more.txt')]);
    const added = await port.send<typeof made>(saveRecordRequest(posts.id, made.id, more));
    expect(added.attachments).toEqual([made.attachments[0], expect.stringMatching(/^more_/)]);
    const less = { 'attachments-': made.attachments, cover: '' };
    expect(await port.save(posts.id, less, made.id)).toMatchObject({
      cover: '',
      attachments: [added.attachments[1]],
    });
  });

  test('the parts of a form add, remove, order and replace files', async () => {
    const file = textFile;
    const made = await port.send<{ id: string }>(
      saveRecordRequest(
        posts.id,
        undefined,
        partsOf(
          ['cover', file('aaa.txt')],
          ['attachments', file('bbb.txt')],
          ['attachments', file('ccc.txt')],
        ),
      ),
    );
    const names = (record: object) =>
      ['cover', 'attachments'].map(
        (name) => (record as Readonly<Record<string, string | string[]>>)[name] ?? '',
      );
    const change = async (...entries: Entry[]) =>
      names(await port.send(saveRecordRequest(posts.id, made.id, partsOf(...entries))));
    const [cover = '', [b = '', c = ''] = []] = names(made);
    expect(await change(['attachments', c], ['attachments', b])).toEqual([cover, [c, b]]);
    expect(await change([`attachments.${b}`, ''], ['attachments', file('ddd.txt')])).toEqual([
      cover,
      [c, expect.stringMatching(/^ddd_/)],
    ]);
    const [, [, d = ''] = []] = names(await read(posts.id, made.id));
    const moved = await change(
      [`attachments.${c}`, ''],
      ['attachments', d],
      ['attachments', file('eee.txt')],
    );
    expect(moved).toEqual([cover, [d, expect.stringMatching(/^eee_/)]]);
    expect((await change([`cover.${cover}`, ''], ['cover', file('fff.txt')]))[0]).toMatch(/^fff_/);
    const [f = ''] = names(await read(posts.id, made.id));
    expect((await change(['cover', file('ggg.txt')]))[0]).toMatch(/^ggg_/);
    const [g = ''] = names(await read(posts.id, made.id));
    expect(g).not.toBe(f);
    expect((await change([`cover.${g}`, '']))[0]).toBe('');
  });

  test('where the name of a field adds a file, one with a plus is lost without a word, else it replaces', async () => {
    const body = formOf([['attachments', textFile('first.txt')]]);
    const { id } = await port.send(saveRecordRequest(posts.id, undefined, body));
    const add = async (name: string) => {
      const form = formOf([[name, textFile('note.txt')]]);
      const { attachments } = await port.send(saveRecordRequest(posts.id, String(id), form));
      return (attachments as string[]).map((file) => file.replace(/_.*/, ''));
    };
    const isPlus = port.has('addsFilesByPlus');
    expect(await add('attachments+')).toEqual(isPlus ? ['first', 'note'] : ['first']);
    expect(await add('attachments')).toEqual(isPlus ? ['note'] : ['first', 'note']);
  });

  test('a list in another order keeps its files in that order', async () => {
    const body = formOf(['a.txt', 'b.txt'].map((name) => ['attachments', textFile(name)] as const));
    const made = await port.send<{ id: string; attachments: string[] }>(
      saveRecordRequest(posts.id, undefined, body),
    );
    const attachments = made.attachments.toReversed();
    expect(await port.save(posts.id, { attachments }, made.id)).toMatchObject({ attachments });
  });

  test('a token for files is a text', async () => {
    expect(readFileToken(await port.send(fileTokenRequest))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('relations are expanded, single and in lists, also those of the related ones', async () => {
    const [a, b] = [await person('a'), await person('b')];
    const { id } = await port.save(posts.id, { author: a.id, reviewers: [b.id, a.id] });
    const notes = await withFields(field('post', 'relation', { collectionId: posts.id }));
    const note = await port.save(notes.id, { post: id });
    const { items } = await list(
      recordsRequest(query(notes.id, { filter: `id="${note.id}"`, expand: 'post.author,post.reviewers' })),
    );
    expect(items).toMatchObject([
      {
        expand: {
          post: { id, expand: { author: { name: 'a' }, reviewers: [{ name: 'b' }, { name: 'a' }] } },
        },
      },
    ]);
  });

  test('a list has its page, order, filter and fields, and no number of all', async () => {
    const { id } = await port.create({ name: uniqueName('list'), fields: [field('name')] });
    for (const name of ['c', 'a', 'b', 'd']) await port.save(id, { name });
    const sorted = query(id, { sort: '-name', perPage: 2 });
    expect(namesOf(await list(recordsRequest(sorted)))).toEqual(['d', 'c']);
    expect(namesOf(await list(recordsRequest({ ...sorted, page: 2 })))).toEqual(['b', 'a']);
    const found = await list(recordsRequest(query(id, { filter: 'name>"b"', sort: 'name', fields: 'name' })));
    expect(found).toMatchObject({ items: [{ name: 'c' }, { name: 'd' }], totalItems: -1 });
    expect(Object.keys(found.items[0] ?? {})).toEqual(['name']);
    expect(await list(countedRecordsRequest(sorted))).toMatchObject({ totalItems: 4, totalPages: 2 });
    expect(await list(countRequest(id, 'name!="a"'))).toMatchObject({ totalItems: 3 });
  });

  test('a page has at most so many records as the backend allows', async () => {
    expect(await list(countedRecordsRequest(query(people.id, { perPage: 9999 })))).toMatchObject({
      perPage: port.says('mostPerPage'),
    });
  });

  test('a list of the longest query that every version takes is answered', async () => {
    const asked = (length: number) =>
      recordsRequest(query(people.id, { filter: `name!="${'x'.repeat(length)}"` }));
    const length = MAX_QUERY - queryLength(asked(0).query ?? {});
    expect(queryLength(asked(length).query ?? {})).toBe(MAX_QUERY);
    await person();
    expect((await list(asked(length))).items.length).toBeGreaterThan(0);
  });

  test('a filter or an order that can not be read is refused', async () => {
    for (const more of [{ filter: 'nope = 1' }, { filter: 'name =' }, { sort: 'nope' }])
      expect(await port.refusal(recordsRequest(query(people.id, more)))).toMatchObject({ status: 400 });
  });

  test('a deleted record is gone, and so is the reference to it', async () => {
    const { id } = await person();
    const post = await port.save(posts.id, { author: id, reviewers: [id] });
    await port.send(deleteRecordRequest(people.id, id));
    expect(await read(posts.id, post.id)).toMatchObject({ author: '', reviewers: [] });
    expect(await port.refusal(deleteRecordRequest(people.id, id))).toMatchObject({ status: 404 });
  });

  test('a record goes with the last one that it refers to, where the field says so', async () => {
    const tasks = await withFields(
      field('of', 'relation', { collectionId: people.id, cascades: true, max: null }),
    );
    const [a, b] = [await person('a'), await person('b')];
    const { id } = await port.save(tasks.id, { of: [a.id, b.id] });
    await port.send(deleteRecordRequest(people.id, a.id));
    expect(await read(tasks.id, id)).toMatchObject({ of: [b.id] });
    await port.send(deleteRecordRequest(people.id, b.id));
    expect(await port.refusal(recordRequest(tasks.id, id))).toMatchObject({ status: 404 });
  });

  test('a record stays that a required field refers to', async () => {
    const strict = await withFields(field('of', 'relation', { collectionId: people.id, isRequired: true }));
    const { id } = await person();
    await port.save(strict.id, { of: id });
    expect(await port.refusal(deleteRecordRequest(people.id, id))).toMatchObject({ status: 400 });
    expect(await read(people.id, id)).toMatchObject({ id });
  });

  test('a guest sees what the rules allow', async () => {
    const { id } = await person();
    expect((await list(recordsRequest(query(people.id)), '')).items.length).toBeGreaterThan(0);
    expect(await port.refusal(recordsRequest(query(posts.id)), '')).toMatchObject({ status: 403 });
    expect(await port.refusal(deleteRecordRequest(people.id, id), '')).toMatchObject({ status: 403 });
  });

  test('numbers and JSON keep their values', async () => {
    for (const amount of [1e15, 0.1, -0, 9_007_199_254_740_991])
      expect((await port.save(posts.id, { amount }))['amount']).toBe(amount + 0);
    for (const meta of ['text', 1, true, [], {}, [{ a: null }]])
      expect((await port.save(posts.id, { meta }))['meta']).toEqual(meta);
  });

  test.each([
    ['2026-11-05', '2026-11-05 00:00:00.000Z'],
    ['2026-11-05T12:00:00Z', '2026-11-05 12:00:00.000Z'],
    ['2026-11-05 12:00:00.5+02:00', '2026-11-05 10:00:00.500Z'],
    ['no date', ''],
  ])('the date %s is stored as %s', async (due, stored) => {
    expect((await port.save(posts.id, { due }))['due']).toBe(stored);
  });
});
