import { expect, test } from 'vitest';
import { cutRecord, heavyFields, withExcerpts } from '../../../src/lib/domain/big-values.ts';
import { jsonText } from '../../../src/lib/domain/cell-text.ts';
import type { RecordData } from '../../../src/lib/domain/record.ts';
import { collection, field } from './collection-fixture.ts';

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

test('a row keeps the beginning of long texts, small values as they are', () => {
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
])('%s in JSON is cut without a change in what the list shows', (_name, meta) => {
  const kept = cutRecord(posts, record({ meta }))['meta'];
  expect(jsonText(kept)).toBe(jsonText(meta));
  expect(JSON.stringify(kept).length).toBeLessThan(25_000);
});

test('a key like that of every prototype stays a value', () => {
  const kept = cutRecord(posts, record({ meta: JSON.parse('{"__proto__":{"a":1},"b":2}') }));
  expect(JSON.stringify(kept['meta'])).toBe('{"__proto__":{"a":1},"b":2}');
});

test('lists of ids, choices and names stay whole', () => {
  const cats = Array.from({ length: 3000 }, (_, index) => `id${index}`);
  expect(cutRecord(posts, record({ cats, tags: cats }))).toMatchObject({ cats, tags: cats });
});

test('texts that make a page heavy are told, and asked for cut', () => {
  const page = (title: string) =>
    Array.from({ length: 40 }, () => record({ title, meta: { a: 'x'.repeat(100_000) } }));
  expect(heavyFields(posts, page('x'.repeat(25_000)))).toEqual([]);
  expect(heavyFields(posts, page('x'.repeat(25_001)))).toEqual(['title']);
  expect(withExcerpts('', [])).toBe('');
  expect(withExcerpts('*,body:excerpt(200)', [])).toBe('*,body:excerpt(200)');
  expect(withExcerpts('', ['title'])).toBe('*,title:excerpt(500,true)');
  expect(withExcerpts('*,body:excerpt(200)', ['title'])).toBe('*,body:excerpt(200),title:excerpt(500,true)');
});
