import { expect, test } from 'vitest';
import type { Dialect } from '#domain/backend/dialect.ts';
import { ruleCompletions, rulePathType } from '#domain/collections/editor/completions.ts';
import { filterCompletions, filterPathType } from '#domain/collections/filter-completions.ts';
import { unknownField } from '#domain/collections/unknown-field.ts';
import { filterProblem } from '#domain/model/filter/problem.ts';
import { describePath } from '#domain/records/filter-builder/path.ts';
import { PB22 } from '#wire/pb22/dialect.ts';
import { savedCollection, savedField } from './editor/collections.ts';

/** As newer backends write filters. */
const dialect: Dialect = {
  body: 'body',
  otherMacros: {},
  macros: { '@now': 'date', '@yesterday': 'date', '@hour': 'number' },
  modifiers: [
    { name: 'changed', fits: 'sent', isForStored: false, type: 'bool' },
    { name: 'lower', fits: 'texts', isForStored: true, type: 'text' },
  ],
  functions: ['geoDistance'],
  limits: PB22.limits,
};
const collection = savedCollection('posts', [savedField('title'), savedField('views', 'number')]);
const scope = { collection, collections: [collection], dialect, account: [] };

test('rules offer the words of their backend', () => {
  expect(ruleCompletions('@request.', scope)).toContain('@request.body');
  expect(ruleCompletions('@request.', scope)).not.toContain('@request.data');
  expect(ruleCompletions('@request.body.title:', scope)).toEqual([
    '@request.body.title:changed',
    '@request.body.title:lower',
  ]);
  expect(rulePathType('@request.body.title:changed', scope)).toBe('bool');
  expect(rulePathType('@yesterday', scope)).toBe('date');
});

test('filters offer and take its macros, modifiers and functions', () => {
  expect(filterCompletions('', scope).slice(-5)).toEqual(['true', 'false', '@now', '@yesterday', '@hour']);
  expect(filterCompletions('title:', scope)).toContain('title:lower');
  expect(filterCompletions('views:', scope)).not.toContain('views:lower');
  expect(filterPathType('@hour', scope)).toBe('number');
  expect(describePath('created', scope)).toMatchObject({ values: ['@now', '@yesterday'] });
  expect(describePath('title:lower', scope).problem).toBeUndefined();
  expect(describePath('title:each', scope).problem).toBe('There is no modifier :each for this field.');
});

test.each([
  ['geoDistance(views, 1, 2, 3) < 5 && created > @yesterday', undefined],
  ['geoDistance(view, 1, 2, 3) < 5', 'There is no field view.'],
  ['created > @todayStart', 'There is no field @todayStart.'],
  ['strftime("%Y", created) = "2026"', 'A comparison such as = or ~ is missing after strftime.'],
])('%s: %s', (filter, problem) => {
  expect(filterProblem(filter, (path) => unknownField(path, scope), dialect)).toBe(problem);
});
