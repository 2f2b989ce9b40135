import { expect, test } from 'vitest';
import {
  buildIndex,
  columnsText,
  indexProblem,
  nameErrors,
  newIndex,
  parseIndex,
  renameColumns,
  renameIndex,
  renameTable,
  setUnique,
  toggleColumn,
} from '#domain/model/index-sql/tools.ts';

test('parses statements in every quoting style', () => {
  expect(
    parseIndex(
      'create unique index if not exists [main]."idx" ON `posts` (title COLLATE NOCASE DESC, lower("na me") asc) WHERE a <> \'x\'',
    ),
  ).toEqual({
    unique: true,
    optional: true,
    schemaName: 'main',
    indexName: 'idx',
    tableName: 'posts',
    columns: [
      { name: 'title', collate: 'NOCASE', sort: 'DESC' },
      { name: '', expression: 'lower("na me")', collate: '', sort: 'ASC' },
    ],
    where: "a <> 'x'",
  });
});

test.each([
  ['DROP TABLE posts', 'Exactly one CREATE INDEX statement is expected.'],
  ['EXPLAIN CREATE INDEX a ON b (c)', 'Exactly one CREATE INDEX statement is expected.'],
  ['CREATE INDEX a ON b (c); DROP TABLE b', 'Exactly one CREATE INDEX statement is expected.'],
  ['', 'Exactly one CREATE INDEX statement is expected.'],
  ['CREATE INDEX a ON b (c NULLS LAST)', 'NULLS FIRST and NULLS LAST are not allowed in an index.'],
  ['CREATE INDEX a ON b (c IN (SELECT 1))', 'Subqueries and parameters are not allowed in an index.'],
  ['CREATE INDEX a ON b ((SELECT 1))', 'Subqueries and parameters are not allowed in an index.'],
  ['CREATE INDEX a ON b (c IN d)', 'Subqueries and parameters are not allowed in an index.'],
  [
    'CREATE INDEX a ON b (c) WHERE EXISTS (SELECT 1)',
    'Subqueries and parameters are not allowed in an index.',
  ],
  ['CREATE INDEX a ON b (c) WHERE c = ?', 'Subqueries and parameters are not allowed in an index.'],
  ['CREATE INDEX a ON b (c', 'incomplete input'],
  ['CREATE INDEX a ON', 'incomplete input'],
  ['nonsense', 'near "nonsense": syntax error'],
])('%j is not parsed, has a problem and is never changed', (sql, message) => {
  expect(parseIndex(sql)).toBeUndefined();
  expect(indexProblem(sql)).toBe(message);
  expect(renameColumns(sql, new Map([['c', 'd']]))).toBe(sql);
  expect(renameTable(sql, 'd')).toBe(sql);
  expect(renameIndex(sql, 'd')).toBe(sql);
  expect(setUnique(sql, true)).toBe(sql);
  expect(toggleColumn(sql, 'c')).toBe(sql);
  expect(columnsText(sql)).toBe(sql);
});

test('one column is formatted on one line, several on separate lines', () => {
  const index = {
    unique: false,
    optional: false,
    schemaName: '',
    indexName: 'idx_x',
    tableName: 'posts',
    where: '',
  };
  const column = (name: string) => ({ name, collate: '', sort: '' }) as const;
  expect(buildIndex({ ...index, columns: [column('a')] })).toBe('CREATE INDEX `idx_x` ON `posts` (`a`)');
  expect(buildIndex({ ...index, columns: [column('a'), column('b')] })).toBe(
    'CREATE INDEX `idx_x` ON `posts` (\n  `a`,\n  `b`\n)',
  );
});

test('every part of an index is built', () => {
  const column = { name: 'a`b', collate: 'NOCASE', sort: 'DESC' } as const;
  const expression = { name: '', expression: 'lower(c)', collate: 'my sort', sort: '' } as const;
  const index = {
    ...{ unique: true, optional: true, schemaName: 'main', indexName: 'i', tableName: 't' },
    where: 'c > 1',
  };
  expect(buildIndex({ ...index, columns: [column, expression] })).toBe(
    'CREATE UNIQUE INDEX IF NOT EXISTS `main`.`i` ON `t` (\n  `a``b` COLLATE NOCASE DESC,\n  lower(c) COLLATE `my sort`\n) WHERE c > 1',
  );
  expect(buildIndex({ ...index, columns: [] })).toBe(
    'CREATE UNIQUE INDEX IF NOT EXISTS `main`.`i` ON `t` () WHERE c > 1',
  );
});

test('a new index has no columns, and columns can be added and removed', () => {
  const empty = newIndex('posts', 'idx_abc1234');
  expect(empty).toBe('CREATE INDEX `idx_abc1234` ON `posts` ()');
  expect(parseIndex(empty)?.columns).toEqual([]);
  const one = toggleColumn(empty, 'title');
  expect(one).toBe('CREATE INDEX `idx_abc1234` ON `posts` (`title`)');
  const two = toggleColumn(one, 'created');
  expect(two).toBe('CREATE INDEX `idx_abc1234` ON `posts` (\n  `title`,\n  `created`\n)');
  expect(toggleColumn(two, 'title')).toBe('CREATE INDEX `idx_abc1234` ON `posts` (`created`)');
  expect(toggleColumn(toggleColumn(two, 'title'), 'created')).toBe(empty);
  expect(setUnique(empty, true)).toBe('CREATE UNIQUE INDEX `idx_abc1234` ON `posts` ()');
  expect(renameTable(empty, 'x')).toBe('CREATE INDEX `idx_abc1234` ON `x` ()');
});

test('an empty column list is parsed, and its condition is renamed', () => {
  const sql = 'CREATE INDEX i ON t ( ) WHERE ab IS NOT NULL AND t.ab > 1';
  expect(parseIndex(sql)).toMatchObject({ columns: [], where: 'ab IS NOT NULL AND t.ab > 1' });
  expect(renameColumns(sql, new Map([['ab', 'x']]))).toBe(
    'CREATE INDEX i ON t ( ) WHERE x IS NOT NULL AND t.x > 1',
  );
});

test('renaming ab does not change abc, strings, comments and functions', () => {
  expect(
    renameColumns(
      "CREATE INDEX ab ON ab (ab, abc, `AB` desc, ab(\"ab\", 'ab')) /* ab */ WHERE [ab] = 'ab' AND ab.ab > 1 -- ab",
      new Map([['ab', 'x y']]),
    ),
  ).toBe(
    "CREATE INDEX ab ON ab (`x y`, abc, `x y` desc, ab(\"x y\", 'ab')) /* ab */ WHERE [x y] = 'ab' AND ab.`x y` > 1 -- ab",
  );
  const star = 'CREATE INDEX i ON t (ab(*))';
  expect(renameColumns(star, new Map([['ab', 'x']]))).toBe(star);
});

test('renameColumns can swap two names', () => {
  const names = new Map([
    ['a', 'b'],
    ['b', 'a'],
  ]);
  expect(renameColumns('CREATE INDEX i ON t (a, b, lower(a))', names)).toBe(
    'CREATE INDEX i ON t (b, a, lower(b))',
  );
});

test.each([
  ['a', 'b', 'b'],
  ['a', 'select', '`select`'],
  ['a', 'True', '`True`'],
  ['a', 'rowid', '`rowid`'],
  ['a', 'b c', '`b c`'],
  ['a', 'Ж', '`Ж`'],
  ['a', '2b', '`2b`'],
  ["'a'", "it's", "'it''s'"],
  ['"a"', 'b"c', '"b""c"'],
  ['`a`', 'b`c', '`b``c`'],
  ['[a]', 'b', '[b]'],
  ['[a]', 'b]c', '`b]c`'],
])('the column %s that becomes %s is written as %s', (column, name, written) => {
  expect(renameColumns(`CREATE INDEX i ON t (${column})`, new Map([['a', name]]))).toBe(
    `CREATE INDEX i ON t (${written})`,
  );
});

test('an index that is no longer unique keeps the rest of its text', () => {
  expect(setUnique('create unique  index i ON t (a)', false)).toBe('create index i ON t (a)');
});

test('toggleColumn keeps comments in the list', () => {
  const three = 'CREATE INDEX i ON t (a, b, c /* 1, 2 */, d)';
  expect(toggleColumn(three, 'b')).toBe('CREATE INDEX i ON t (a,  c /* 1, 2 */, d)');
  expect(toggleColumn(three, 'c')).toBe('CREATE INDEX i ON t (a, b,  /* 1, 2 */ d)');
  expect(toggleColumn('CREATE INDEX i ON t (/* none */)', 'a')).toBe('CREATE INDEX i ON t (`a`/* none */)');

  const sql = 'CREATE INDEX i ON t (\n  a, -- first\n  b /* second */\n)';
  expect(toggleColumn(sql, 'c')).toBe('CREATE INDEX i ON t (\n  a, -- first\n  b,\n  `c` /* second */\n)');
  expect(toggleColumn(sql, 'b')).toBe('CREATE INDEX i ON t (\n  a -- first\n   /* second */\n)');
  expect(toggleColumn(sql, 'a')).toBe('CREATE INDEX i ON t (\n   -- first\n  b /* second */\n)');
});

test('columnsText lists columns and unchanged expressions', () => {
  expect(columnsText('CREATE INDEX i ON t (`a` COLLATE NOCASE DESC, lower(b))')).toBe('a, lower(b)');
});

test('a name that one collection has twice is an error, unless as many are stored', () => {
  const [first, second] = ['CREATE INDEX idx_a ON a (x)', 'CREATE INDEX IDX_A ON a (y)'];
  const errorsOf = (indexes: readonly string[], stored: readonly string[]) => [
    ...nameErrors({ id: 'a', indexes }, stored, []).keys(),
  ];
  expect(errorsOf([first, 'CREATE INDEX idx_b ON a (y)'], [])).toEqual([]);
  expect(errorsOf([first, second], [first])).toEqual([0, 1]);
  expect(errorsOf([first, second], [first, second])).toEqual([]);
  expect(errorsOf([first, second, second], [first, second])).toEqual([0, 1, 2]);
});
