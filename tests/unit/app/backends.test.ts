import { describe, expect, test } from 'vitest';
import { BACKEND_COLORS, parseBackends } from '#domain/app/backends.ts';
import { backendsProblem } from '#domain/app/backends-problem.ts';

const BASE = 'https://atoll.test/tools/index.html';
const url = 'https://pb.test';
const json = (...entries: readonly unknown[]) => JSON.stringify(entries);

test('reads names, absolute addresses, colours and production', () => {
  const list = json(
    { name: 'Staging', url: './backends/Staging/' },
    { name: 'Live 2', url: 'https://pb.test/sub', color: 'red', production: true },
  );
  expect(backendsProblem(list, BASE)).toBeUndefined();
  expect(parseBackends(list, BASE)).toEqual([
    { name: 'Staging', url: 'https://atoll.test/tools/backends/Staging/' },
    { name: 'Live 2', url: 'https://pb.test/sub/', color: 'red', production: true },
  ]);
  expect(parseBackends(json({ name: 'Root', url: '' }), BASE)[0]?.url).toBe('https://atoll.test/');
  expect(parseBackends('')).toEqual([]);
  expect(backendsProblem('')).toBeUndefined();
});

describe('says in one line what is wrong with a list', () => {
  const OBJECT = /^A backend of the list is not an object such as \{/;
  const NAME = /^A backend's name must have 1 to 40 letters/;
  const ADDRESS = /^The backend "A" has no usable address\./;
  test.each([
    ['no JSON', 'Staging', /JSON array/],
    ['no array', '{"name":"A"}', /JSON array/],
    ['null as backend', json(null), OBJECT],
    ['an array as backend', json(['A', 'https://user:secret@pb.test']), OBJECT],
    ['no name', json({ url }), NAME],
    ['an empty name', json({ name: '', url }), NAME],
    ['a space at an end', json({ name: 'A ', url }), NAME],
    ['a long name', json({ name: 'x'.repeat(41), url }), NAME],
    ['a path in a name', json({ name: '../A', url }), NAME],
    ['markup in a name', json({ name: '<b>', url }), NAME],
    ['another direction in a name', json({ name: 'A\u202eB', url }), NAME],
    ['a line break in a name', json({ name: 'A\nB', url }), NAME],
    ['one name twice', json({ name: 'A', url }, { name: 'a', url }), /^Two backends have the name "a"\.$/],
    ['no address', json({ name: 'A' }), ADDRESS],
    ['a relative address without a page', json({ name: 'A', url: './a' }), ADDRESS],
    ['a script as address', json({ name: 'A', url: 'javascript:alert(1)' }), ADDRESS],
    ['credentials', json({ name: 'A', url: 'https://user:secret@pb.test' }), ADDRESS],
    ['a query', json({ name: 'A', url: 'https://pb.test/?a' }), ADDRESS],
    ["PocketBase's own dashboard", json({ name: 'A', url: 'https://pb.test/sub/_/' }), ADDRESS],
    [
      'an unknown colour',
      json({ name: 'A', url, color: 'toString' }),
      /^The color of the backend "A" must be grey, blue, green, amber, red\.$/,
    ],
    [
      'production as a text',
      json({ name: 'A', url, production: 'false' }),
      /^"production" of the backend "A"/,
    ],
    [
      'read-only as a number',
      json({ name: 'A', url, readOnly: 1 }),
      /^"readOnly" of the backend "A" must be true or false\.$/,
    ],
    [
      'a misspelt member',
      json({ name: 'A', url, Production: true }),
      /^"Production" of the backend "A" is unknown\. Use name, url, color, production, readOnly\.$/,
    ],
  ])('%s', (_what, list, problem) => {
    const found = backendsProblem(list);
    expect(found).toMatch(problem);
    expect(found).not.toMatch(/secret|\n/);
  });
});

test.each(['A', 'Live 2', 'a-b_c', 'x'.repeat(40)])('accepts the name %s', (name) => {
  for (const color of Object.keys(BACKEND_COLORS))
    expect(backendsProblem(json({ name, url, color, production: true }))).toBeUndefined();
});
