import { expect, test } from 'vitest';
import { cutRecord, heavyFields, withExcerpts } from '#domain/records/big-values.ts';
import { jsonText, type RecordData } from '#domain/records/record.ts';
import { collection, field } from '../collections/collection-fixture.ts';

const posts = collection('posts', [
  field('title'),
  field('meta', 'json'),
  field('link', 'url'),
  field('tags', 'select'),
  field('cats', 'relation'),
]);
const record = (data: Record<string, unknown>): RecordData => ({
  id: 'r',
  collectionId: posts.id,
  collectionName: posts.name,
  ...data,
});

test('a row keeps the beginning of long texts, and small values unchanged', () => {
  const small = record({ title: 'x', meta: { a: [1, null, true, { b: 'ü' }] }, link: '', tags: ['a'] });
  expect(cutRecord(posts, small)).toEqual({ ...small });
  const big = cutRecord(posts, record({ title: '😀'.repeat(100_000) }));
  expect(String(big['title'])).toBe('😀'.repeat(500));
});

test.each([
  ['a long list', Array.from({ length: 5000 }, (_, index) => index)],
  [
    'a long object',
    Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key ${index}`, 'value'])),
  ],
  ['a long text', { a: { b: ['"\\\n'.repeat(100_000)] }, c: 1 }],
  ['deep nesting', JSON.parse(`${'[{"a":'.repeat(1000)}1${'}]'.repeat(1000)}`)],
  ['many short texts', Array.from({ length: 5000 }, () => 'ab')],
])('%s in JSON is truncated without changing the displayed text', (_name, meta) => {
  const kept = cutRecord(posts, record({ meta }))['meta'];
  expect(jsonText(kept)).toBe(jsonText(meta));
  expect(JSON.stringify(kept).length).toBeLessThan(25_000);
});

test('rich text and URLs are truncated like any text, and short lists stay lists', () => {
  const pages = collection('pages', [field('body', 'editor'), field('link', 'url'), field('meta', 'json')]);
  const long = 'x'.repeat(2000);
  const kept = cutRecord(pages, record({ body: long, link: long, meta: ['a', ['b']] }));
  expect(kept).toMatchObject({ body: 'x'.repeat(1000), link: 'x'.repeat(1000), meta: ['a', ['b']] });
});

test('a text of the maximum length is kept, and nothing after it', () => {
  const text = 'x'.repeat(1000);
  expect(cutRecord(posts, record({ title: text }))['title']).toBe(text);
  expect(cutRecord(posts, record({ meta: [text, 'more'] }))['meta']).toEqual([text]);
});

test('the keys of an object count towards the length, list indexes do not', () => {
  const keys = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}`.padStart(99, 'k'), 1]));
  const kept = cutRecord(posts, record({ meta: keys }))['meta'];
  expect(Object.keys(kept ?? {})).toHaveLength(10);
  const list = cutRecord(posts, record({ meta: Array.from({ length: 1200 }, () => 1) }))['meta'];
  expect(list).toHaveLength(1000);
});

test('a key named __proto__ is kept as a value', () => {
  const kept = cutRecord(posts, record({ meta: JSON.parse('{"__proto__":{"a":1},"b":2}') }));
  expect(JSON.stringify(kept['meta'])).toBe('{"__proto__":{"a":1},"b":2}');
});

test('lists of ids, choices and names are not truncated', () => {
  const cats = Array.from({ length: 3000 }, (_, index) => `id${index}`);
  expect(cutRecord(posts, record({ cats, tags: cats }))).toMatchObject({ cats, tags: cats });
});

test('fields that make a page large are found, and requested as excerpts', () => {
  const page = (title: string) =>
    Array.from({ length: 40 }, () => record({ title, meta: { a: 'x'.repeat(100_000) } }));
  expect(heavyFields(posts, page('x'.repeat(25_000)))).toEqual([]);
  expect(heavyFields(posts, page('x'.repeat(25_001)))).toEqual(['title']);
  const links = Array.from({ length: 2 }, () => record({ link: 'x'.repeat(500_001) }));
  expect(heavyFields(posts, links)).toEqual(['link']);
  expect(heavyFields(posts, [record({ link: 'x'.repeat(1_000_000) }), record({ title: null })])).toEqual([]);
  expect(withExcerpts('', [])).toBe('');
  expect(withExcerpts('*,body:excerpt(200)', [])).toBe('*,body:excerpt(200)');
  expect(withExcerpts('', ['title'])).toBe('*,title:excerpt(500,true)');
  expect(withExcerpts('*,body:excerpt(200)', ['title'])).toBe('*,body:excerpt(200),title:excerpt(500,true)');
});
