import { expect, test } from 'vitest';
import { filterCompletions, filterPathType } from '#domain/collections/filter-completions.ts';
import { unknownField } from '#domain/collections/unknown-field.ts';
import { filterProblem } from '#domain/model/filter/problem.ts';
import { treeOf } from '#domain/model/filter/tree.ts';
import { typedOperand } from '#domain/records/filter-builder/operand.ts';
import { describePath, offeredPaths } from '#domain/records/filter-builder/path.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import { PB23 } from '#wire/pb23/dialect.ts';

const collection = readCollection({
  ...{ id: 'shops', name: 'shops', type: 'base' },
  fields: [
    { name: 'id', type: 'text', system: true },
    { name: 'title', type: 'text' },
    { name: 'place', type: 'geoPoint' },
    { name: 'pin', type: 'password' },
    { name: 'added', type: 'autodate', onCreate: true },
  ],
});
const scope = { collection, collections: [collection], dialect: PB23 };
const problem = (filter: string) => filterProblem(filter, (path) => unknownField(path, scope), PB23);

test.each([
  'geoDistance(place.lon, place.lat, 16.37, 48.2) < 5',
  'strftime("%Y", added) = "2026" && added > @yesterday',
  'title:lower = "x" && place.lon >= 0',
])('[NR-12] what some versions know is read, and nothing is wrong with it: %s', (filter) => {
  expect(problem(filter)).toBeUndefined();
  expect(treeOf(filter)).toBeDefined();
});

test('[NR-12] only what every version knows is offered', () => {
  const offered = filterCompletions('', scope);
  expect(offered).toContain('@todayStart');
  expect(offered).not.toContain('@yesterday');
  expect(filterCompletions('title:', scope)).not.toContain('title:lower');
  expect(problem('place.x > 1 || pin ~ "a"')).toBe('There is no field pin.');
});

test('[NR-03] a place is filtered by its longitude and latitude', () => {
  expect(offeredPaths(scope)).toEqual(expect.arrayContaining(['place.lon', 'place.lat']));
  expect(filterCompletions('place.', scope)).toContain('place.lat');
  expect(filterPathType('place.lon', scope)).toBe('number');
  const path = describePath('place.lon', scope);
  expect([path.problem, typedOperand(path, '>', '-1.5')]).toEqual([undefined, { right: '-1.5' }]);
});

test('[NR-04] a date that the backend sets is filtered as a date', () => {
  expect(describePath('added', scope).type).toBe('date');
});
