import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { formatFilter } from '#domain/model/filter/tree.ts';
import { type BuilderNode, builderOf } from '#domain/records/filter-builder/builder-tree.ts';
import { operandText, typedOperand } from '#domain/records/filter-builder/operand.ts';
import { casesOf } from '#tests/support/cases.ts';
import {
  createCollection,
  createRecord,
  everyFieldType,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { pathOf } from '#tests/support/filter-scope.ts';
import { backend } from '../record-fixture.ts';

const TEXTS = [
  'a',
  'A "b"',
  "it's",
  '100%',
  'a_b',
  'C:\\x',
  'C:\\new\\\\\\b',
  '// no comment',
  'a && b || (c',
  '404',
  'true',
  'null',
  '@now',
  ' two\n\tlines ',
  'ü 💥 \u202e',
  "\\' || 1 = 1 // ",
  '\\" || 1 = 1 || "',
  '',
];
const NUMBERS = ['-1.5', '0', '2', '404'];
const DATES = ['2026-01-02 03:04:05.678Z', '2025', '2026-06-01 00:00:00.000Z', ''];
const TAGS = ['red', 'green', 'blue'];
const KIDS = ['Kim', 'Kim B', 'Lee'];
/** Macros in SQL. */
const MACROS: Readonly<Record<string, string>> = {
  '@now': "strftime('%Y-%m-%d %H:%M:%fZ', 'now')",
  '@todayStart': "strftime('%Y-%m-%d 00:00:00.000Z', 'now')",
  '@yearEnd': "strftime('%Y-12-31 23:59:59.999Z', 'now')",
  '@month': "cast(strftime('%m', 'now') as int)",
  '@year': "cast(strftime('%Y', 'now') as int)",
};

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

/** A condition on any of several values, of which a record may have none. */
const any = (column: string, operator: string, literal = quoted) =>
  operator === '?!='
    ? (value: string) => `${column} is not ${literal(value)}`
    : plain(column, operator.slice(1), literal);
/** A condition on all of several values, of which there must be one. */
const all = (from: string, column: string, operator: string) => (value: string) =>
  `(exists (select 1 ${from}) and not exists (select 1 ${from} and not (${plain(column, operator, quoted)(value)})))`;

const ORDER = ['>', '>=', '<', '<='];
const SAME = ['=', '!='];
const ALL = [...SAME, '~', '!~', ...ORDER];
const ANY = ALL.map((operator) => `?${operator}`);
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
  conditionOf('due', 'date', ORDER, ['@now', '@todayStart', '@yearEnd'], (operator) =>
    plain('due', operator, (macro) => MACROS[macro] ?? ''),
  ),
  conditionOf('amount', 'number', ORDER, ['@month', '@year'], (operator) =>
    plain('amount', operator, (macro) => MACROS[macro] ?? ''),
  ),
  conditionOf('tags:each', 'select', ANY, TAGS, (operator) => any('each.value', operator)),
  conditionOf('tags:each', 'select', ['=', '~'], TAGS, (operator) =>
    all('from json_each(r.tags) one where true', 'one.value', operator),
  ),
  conditionOf('KIDS_via_parent.name', 'text', ANY, KIDS, (operator) => any('kid.name', operator)),
  conditionOf('KIDS_via_parent.name', 'text', ['=', '~'], KIDS, (operator) =>
    all('from KIDS one where one.parent = r.id', 'one.name', operator),
  ),
  conditionOf('KIDS_via_parent.age', 'number', ['?=', '?>', '?<='], ['1', '2'], (operator) =>
    any('kid.age', operator, (value) => value),
  ),
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
  const read = typedOperand(pathOf(type), operator, typed);
  if ('problem' in read) throw new Error(`${path} ${operator} ${typed}: ${read.problem}`);
  expect(operandText(operator, read.right, pathOf('text'))).toBe(typed);
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

let names = { records: '', authors: '', kids: '' };
beforeAll(async () => {
  const { api } = backend();
  const authors = await createCollection(api, { name: uniqueName('authors'), fields: [field('name')] });
  const people = await Promise.all(
    ['Ann', 'Bob', 'Bobby'].map((name) => createRecord(api, authors.id, { name })),
  );
  const records = await createCollection(api, {
    name: uniqueName('built'),
    fields: everyFieldType(authors.id),
  });
  const kids = await createCollection(api, {
    name: uniqueName('kids'),
    fields: [
      field('name'),
      field('age', 'number'),
      field('parent', 'relation', { collectionId: records.id }),
    ],
  });
  for (let at = 0; at < 60; at++) {
    const { id } = await createRecord(api, records.id, {
      title: TEXTS[at % TEXTS.length],
      amount: Number(NUMBERS[at % NUMBERS.length]),
      active: at % 3 === 0,
      due: DATES[at % DATES.length]?.length === 4 ? '' : DATES[at % DATES.length],
      tags: TAGS.slice(at % 3, (at % 3) + (at % 4)),
      author: people[at % 4]?.id ?? '',
    });
    const own = KIDS.slice(at % 5, (at % 5) + (at % 3));
    await Promise.all(
      own.map((name, age) => createRecord(api, kids.id, { name, age: age + (at % 2), parent: id })),
    );
  }
  names = { records: records.name, authors: authors.name, kids: kids.name };
});

const named = (text: string) => text.replaceAll('AUTHORS', names.authors).replaceAll('KIDS', names.kids);

const CASES = casesOf(1000);

test('built filters are read back as they were built, and find what their meaning in SQL finds', async () => {
  const { api, sql } = backend();
  let some = 0;
  await fc.assert(
    fc.asyncProperty(tree, async ({ node, sql: where }) => {
      const root =
        node.kind === 'group' ? node : { id: 0, kind: 'group' as const, join: '&&' as const, items: [node] };
      const built = formatFilter(root);
      const again = builderOf(built);
      expect('kind' in again && withoutIds(again)).toEqual(withoutIds(root));
      const filter = named(built);
      const path = `/api/collections/${names.records}/records?perPage=200&fields=id&filter=${encodeURIComponent(filter)}`;
      const { items } = await api.get<{ items: { id: string }[] }>(path);
      const rows = sql(
        named(
          `select distinct r.id from ${names.records} r left join json_each(r.tags) each left join KIDS kid on kid.parent = r.id where ${where}`,
        ),
      );
      expect(items.map(({ id }) => id).sort(), filter).toEqual(rows.map(({ id }) => String(id)).sort());
      if (items.length > 0 && items.length < 60) some++;
    }),
    { numRuns: CASES },
  );
  // Most of them tell records apart.
  expect(some).toBeGreaterThan(CASES / 2);
});
