import { expect, test } from 'vitest';
import { shapeOf } from '#domain/logs/list-requests.ts';
import { LIST_REQUESTS, listRequestOf } from '#wire/logged-lists.ts';
import { logWith, requestWith } from './log-fixture.ts';

const read = (url: string, data: object = {}) => listRequestOf(requestWith({ url, execTime: 12, ...data }));

test('a request for a list is read with the parameters that the backend knows', () => {
  const url =
    '/api/collections/p%20osts/records?filter=a%3D%22b%22&sort=-created&expand=&token=secret&perPage=5';
  expect(read(url, { auth: 'admin' })).toEqual({
    collection: 'p osts',
    params: { filter: 'a="b"', sort: '-created', perPage: '5' },
    ms: 12,
    isByAdmin: true,
  });
  const all = 'page=2&perPage=5&sort=a&filter=b&expand=c&fields=d&skipTotal=1';
  expect(read(`/api/collections/posts/records?${all}`)?.params).toEqual(
    Object.fromEntries(new URLSearchParams(all)),
  );
  expect(read('/api/collections/posts/records')).toMatchObject({ params: {}, isByAdmin: false });
  expect(read('/api/collections/%/records')?.collection).toBe('%');
});

test.each([
  '/api/collections/posts/records/abc',
  '/api/collections/posts/records/abc?x=/api/collections/posts/records',
  '/api/collections',
  '/x/api/collections/posts/records',
  '/api/collections/a/b/records',
])('%s is no list', (url) => {
  expect(read(url)).toBeUndefined();
});

test('the filter finds requests for lists that did not fail', () => {
  expect(LIST_REQUESTS).toBe(
    '(data.type="request"&&data.method="GET"&&data.status<300&&data.url~"/api/collections/%/records%")',
  );
});

test('an entry without a duration or an address is none', () => {
  expect(read('/api/collections/posts/records', { execTime: '5' })).toBeUndefined();
  expect(listRequestOf(logWith({ data: { execTime: 5 } }))).toBeUndefined();
});

test.each([
  ['status="open"', 'status = ?'],
  ["status='open'&&amount>-5.5", 'status = ? && amount > ?'],
  ['(a=1||b="x")&&c=true', '(a = ? || b = ?) && c = true'],
  [
    'a="" && b=null && due>@now && by=@request.auth.id',
    'a = "" && b = null && due > @now && by = @request.auth.id',
  ],
  ['id="a"||id="b"||id="c"||id="d"', 'id = ? || id = ?'],
  [
    '(a=1&&b=2)||(a=1&&c=2)||(a=1&&d=2)||(a=3&&d=4)||(a=5&&d=6)',
    '(a = ? && b = ?) || (a = ? && c = ?) || (a = ? && d = ?) || (a = ? && d = ?)',
  ],
  ['(a=1||b=2)&&(a=1&&b=2)&&(a=3||b=4)', '(a = ? || b = ?) && (a = ? && b = ?) && (a = ? || b = ?)'],
  ['a = "}', 'a filter that can’t be read'],
  [' ', ''],
])('the shape of %s has no values', (filter, shape) => {
  expect(shapeOf(filter)).toBe(shape);
});

test('a filter that is too long is not read', () => {
  const deep = (levels: number) => `${'(a=1 && '.repeat(levels)}b=2${')'.repeat(levels)}`;
  expect(shapeOf(deep(200))).toBe(`${'a = ? && ('.repeat(199)}a = ? && b = ?${')'.repeat(199)}`);
  expect(shapeOf(`a = "${'x'.repeat(1994)}"`)).toBe('a = ?');
  expect(shapeOf(`a = "${'x'.repeat(1995)}"`)).toBe('a filter that can’t be read');
  expect(shapeOf(deep(20_000))).toBe('a filter that can’t be read');
});
