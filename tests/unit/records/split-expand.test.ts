import { expect, test } from 'vitest';
import { MAX_QUERY, queryLength } from '#domain/app/query-length.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { splitExpand, withExpanded } from '#domain/records/split-expand.ts';
import { recordsRequest } from '#wire/records.ts';

const fits = (query: RecordsQuery) => queryLength(recordsRequest(query).query ?? {}) <= MAX_QUERY;
const names = (count: number, length = 12) =>
  Array.from({ length: count }, (_, index) => `relation${index}`.padEnd(length, 'x'));
const excerpt = (path: string) => `expand.${path.replaceAll('.', '.expand.')}.*:excerpt(200)`;
const base = { collection: 'c', page: 1, perPage: 40, sort: '-created', filter: '', expand: '', fields: '' };

test.each([
  ['40 relations', names(40), {}],
  ['40 with paths below', names(40).flatMap((name) => [name, `${name}.owner`, `${name}.owner.team`]), {}],
  ['40 without excerpts', names(40, 60), { fields: '' }],
  ['a long filter', names(40), { filter: `title~"${'x'.repeat(1700)}"` }],
  ['long names', names(20, 600), {}],
])('[TR-47] all relations are expanded by requests that are short enough: %s', (_case, paths, rest) => {
  const query = {
    ...base,
    expand: paths.join(),
    fields: ['*', 'text:excerpt(200)', ...paths.map(excerpt)].join(),
    ...rest,
  };
  expect(fits(query)).toBe(false);
  const [first, ...others] = splitExpand(query, fits);
  expect([first, ...others].filter((one) => !fits(one))).toEqual([]);
  expect([first, ...others].flatMap(({ expand }) => expand.split(',').filter(Boolean))).toEqual(paths);
  expect(others.every(({ fields }) => /^id,/.test(fields))).toBe(true);
  for (const { expand, fields } of others)
    for (const path of expand.split(','))
      expect(
        fields
          .split(',')
          .some((field) => `${excerpt(path)}.`.startsWith(`${field}.`) || field === excerpt(path)),
      ).toBe(true);
  expect(first.fields).toEqual('fields' in rest ? '' : expect.stringMatching(/^\*,text:excerpt\(200\)/));
});

test('[TR-47] what has no room at all is left out: excerpts, what is below a relation, relations', () => {
  const below = names(9, 250).map((name) => `a.${name}`);
  const deep = splitExpand({ ...base, expand: ['a', ...below].join() }, fits);
  expect(deep.map(({ expand }) => expand)).toEqual(['', 'a']);
  const editors = { ...base, fields: ['*', ...names(100).map((name) => `${name}:excerpt(500,true)`)].join() };
  expect(splitExpand(editors, fits)).toEqual([{ ...editors, fields: '*' }]);
  const relations = { ...base, fields: ['id', ...names(200)].join() };
  expect(splitExpand(relations, fits)).toEqual([base]);
  const filter = `title~"${'x'.repeat(2100)}"`;
  expect(splitExpand({ ...base, filter, expand: 'a' }, fits)).toEqual([{ ...base, filter }]);
});

test('[TR-47] the expanded records of further responses are added by id', () => {
  const items = [{ id: 'a', title: 'A', expand: { x: 1 } }, { id: 'b', title: 'B' }, { id: 'c' }];
  const others = [
    { id: 'b', expand: { y: 3 } },
    { id: 'a', expand: { y: 2 } },
    { id: 'd', expand: { y: 4 } },
  ];
  expect(withExpanded(items, others)).toEqual([
    { id: 'a', title: 'A', expand: { x: 1, y: 2 } },
    { id: 'b', title: 'B', expand: { y: 3 } },
    { id: 'c' },
  ]);
});
