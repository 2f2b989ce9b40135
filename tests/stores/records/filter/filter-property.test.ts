import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { type BuilderNode, builderOf, builtFilter } from '#domain/records/filter-builder/builder-tree.ts';
import { operandText, typedOperand } from '#domain/records/filter-builder/operand.ts';
import {
  createCollection,
  createRecord,
  everyFieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { backend } from '../record-fixture.ts';

const TEXTS = [
  'a',
  'A "b"',
  "it's",
  '100%',
  'a_b',
  'C:\\x',
  '// no comment',
  'a && b || (c',
  '404',
  'true',
  '',
];
const NUMBERS = ['-1.5', '0', '2', '404'];
const DATES = ['2026-01-02 03:04:05.678Z', '2025', '2026-06-01 00:00:00.000Z', ''];
const TAGS = ['red', 'green', 'blue'];

/**
 * A condition as it is typed, with its meaning in SQL, written here a second time. Several conditions on any value of a
 * list mean the same value, `each`, as the backend documents it.
 */
interface Case {
  readonly path: string;
  readonly type: ColumnType;
  readonly operator: string;
  readonly typed: string;
  readonly sql: (value: string) => string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const like = (text: string) => `'%${text.replace(/[\\%_]/g, '\\$&').replaceAll("'", "''")}%' escape '\\'`;
const plain = (column: string, operator: string, literal: (value: string) => string) => (value: string) => {
  if (operator === '~') return `${column} like ${like(value)}`;
  if (operator === '!~') return `${column} not like ${like(value)}`;
  return `${column} ${operator} ${literal(value)}`;
};

const ALL = ['=', '!=', '~', '!~', '>', '>=', '<', '<='];
const SAME = ['=', '!='];
const conditionOf = (
  path: string,
  type: ColumnType,
  operators: readonly string[],
  values: readonly string[],
  sqlOf: (operator: string) => (value: string) => string,
) =>
  fc
    .tuple(fc.constantFrom(...operators), fc.constantFrom(...values))
    .map(([operator, typed]): Case => ({ path, type, operator, typed, sql: sqlOf(operator) }));

const condition = fc.oneof(
  conditionOf('title', 'text', ALL, TEXTS.filter(Boolean), (operator) => plain('title', operator, quoted)),
  conditionOf('title', 'text', SAME, [''], (operator) => plain('title', operator, quoted)),
  conditionOf('amount', 'number', ['=', '!=', '>', '>=', '<', '<='], NUMBERS, (operator) =>
    plain('amount', operator, (value) => value),
  ),
  conditionOf('active', 'bool', SAME, ['true', 'false'], (operator) =>
    plain('active', operator, (value) => value),
  ),
  conditionOf('due', 'date', ['=', '!=', '>', '>=', '<', '<='], DATES.filter(Boolean), (operator) =>
    plain('due', operator, quoted),
  ),
  conditionOf('due', 'date', SAME, [''], (operator) => plain('due', operator, quoted)),
  conditionOf('tags:each', 'select', ['?='], TAGS, () => (value) => `each.value = ${quoted(value)}`),
  conditionOf('tags', 'select', ['~', '!~'], TAGS, (operator) => plain('tags', operator, quoted)),
  conditionOf(
    'tags:length',
    'number',
    ['=', '>', '<='],
    ['0', '1', '2'],
    (operator) => (value) => `json_array_length(tags) ${operator} ${value}`,
  ),
  conditionOf(
    'author.name',
    'text',
    ['=', '~'],
    ['Ann', 'Bob'],
    (operator) => (value) =>
      `exists (select 1 from AUTHORS where AUTHORS.id = r.author and ${plain('AUTHORS.name', operator, quoted)(value)})`,
  ),
);

interface Tree {
  readonly node: BuilderNode;
  readonly sql: string;
}

function leaf({ path, type, operator, typed, sql }: Case): Tree {
  const read = typedOperand(type, operator, typed);
  if ('problem' in read) throw new Error(`${path} ${operator} ${typed}: ${read.problem}`);
  expect(operandText(operator, read.right)).toBe(typed);
  return {
    node: { id: 0, kind: 'comparison', left: path, operator, right: read.right },
    sql: `(${sql(typed)})`,
  };
}

const { tree } = fc.letrec<{ tree: Tree; group: Tree }>((tie) => ({
  group: fc
    .tuple(
      fc.constantFrom('&&' as const, '||' as const),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    )
    .map(([join, items]) => ({
      node: { id: 0, kind: 'group', join, items: items.map(({ node }) => node) },
      sql: `(${items.map(({ sql }) => sql).join(join === '&&' ? ' and ' : ' or ')})`,
    })),
  tree: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, condition.map(leaf), tie('group')),
}));

const withoutIds = (node: BuilderNode): unknown =>
  node.kind === 'comparison' ? { ...node, id: 0 } : { ...node, id: 0, items: node.items.map(withoutIds) };

let names = { records: '', authors: '' };
beforeAll(async () => {
  const { api } = backend();
  const authors = await createCollection(api, { name: uniqueName('authors'), schema: [field('name')] });
  const people = await Promise.all(
    ['Ann', 'Bob', 'Bobby'].map((name) => createRecord(api, authors.id, { name })),
  );
  const records = await createCollection(api, {
    name: uniqueName('built'),
    schema: everyFieldType(authors.id),
  });
  for (let at = 0; at < 60; at++) {
    await createRecord(api, records.id, {
      title: TEXTS[at % TEXTS.length],
      amount: Number(NUMBERS[at % NUMBERS.length]),
      active: at % 3 === 0,
      due: DATES[at % DATES.length]?.length === 4 ? '' : DATES[at % DATES.length],
      tags: TAGS.slice(at % 3, (at % 3) + (at % 4)),
      author: people[at % 4]?.id ?? '',
    });
  }
  names = { records: records.name, authors: authors.name };
});

test('500 built filters are read back as they were built, and find what their meaning in SQL finds', {
  timeout: 60_000,
}, async () => {
  const { api, sql } = backend();
  let some = 0;
  await fc.assert(
    fc.asyncProperty(tree, async ({ node, sql: where }) => {
      const root =
        node.kind === 'group' ? node : { id: 0, kind: 'group' as const, join: '&&' as const, items: [node] };
      const filter = builtFilter(root);
      const again = builderOf(filter);
      expect('kind' in again && withoutIds(again)).toEqual(withoutIds(root));
      const path = `/api/collections/${names.records}/records?perPage=200&fields=id&filter=${encodeURIComponent(filter)}`;
      const { items } = await api.get<{ items: { id: string }[] }>(path);
      const rows = sql(
        `select distinct r.id from ${names.records} r left join json_each(r.tags) each where ${where.replaceAll('AUTHORS', names.authors)}`,
      );
      expect(items.map(({ id }) => id).sort(), filter).toEqual(rows.map(({ id }) => String(id)).sort());
      if (items.length > 0 && items.length < 60) some++;
    }),
    { numRuns: 500 },
  );
  // Most of them tell records apart.
  expect(some).toBeGreaterThan(250);
});
