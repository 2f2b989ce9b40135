import { expect, test } from 'vitest';
import { filterWords } from '#domain/collections/completions.ts';
import { commonType } from '#domain/collections/filter-completions.ts';
import { dialect } from '#wire/dialect.ts';

test.each([
  ['true', 'bool'],
  ['false', 'bool'],
  ['@second', 'number'],
  ['@weekday', 'number'],
  ['@seconds', undefined],
  ['@now', 'date'],
  ['@todayStart', 'date'],
  ['@yearEnd', 'date'],
  ['created', 'date'],
  ['updated', 'date'],
  ['created2', undefined],
  ['id', 'id'],
  ['email', 'email'],
  ['title', undefined],
])('%s is everywhere of the type %s', (name, type) => {
  expect(commonType(name, dialect())).toBe(type);
});

test('every macro of filters has a type', () => {
  expect(filterWords(dialect()).filter((word) => !commonType(word, dialect()))).toEqual([]);
});
