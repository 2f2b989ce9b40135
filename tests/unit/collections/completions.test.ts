import { expect, test } from 'vitest';
import { completions, type Level } from '#domain/collections/completions.ts';

/** Offers two names, with a modifier each, at any depth. */
const ENDLESS: Level = {
  names: ['a', 'b'],
  modifiers: (name) => [`of_${name}`],
  next: () => ENDLESS,
};

test.each([
  ['', ['a', 'b']],
  ['x', ['a', 'b']],
  ['a.', ['a', 'b', 'a.a', 'a.b']],
  ['a.b.x', ['a', 'b', 'a.b.a', 'a.b.b']],
  ['a:', ['a', 'b', 'a:of_a']],
  ['a.x:of', ['a', 'b', 'a.x:of_x']],
  ['.', ['a', 'b', '.a', '.b']],
  [':', ['a', 'b', ':of_']],
])('"%s" offers the root level and the level to which it leads', (prefix, paths) => {
  expect(completions(prefix, ENDLESS)).toEqual(paths);
});

test('a root of fixed names offers only those names, for any prefix', () => {
  const names = ['level', 'data.', 'id'];
  for (const prefix of ['', 'le', 'data.', 'data.auth.x', 'level:', ':']) {
    expect(completions(prefix, { names })).toEqual(names);
  }
});

test('offers each path once', () => {
  const root: Level = { names: ['cat', 'cat.title', 'cat'], next: () => ({ names: ['title', 'id'] }) };
  expect(completions('cat.', root)).toEqual(['cat', 'cat.title', 'cat.id']);
});

test('computes names only for the root and the level to which the prefix leads', () => {
  const passed: Level = {
    get names(): string[] {
      throw new Error('not reached');
    },
    next: () => ({ names: ['end'] }),
  };
  expect(completions('a.b.', { names: [], next: () => passed })).toEqual(['a.b.end']);
});
