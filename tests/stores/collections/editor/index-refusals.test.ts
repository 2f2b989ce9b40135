import { expect, test } from 'vitest';
import { cutProblem, indexProblem, parseIndex } from '#domain/model/index-sql/tools.ts';
import { backend } from '#tests/stores/records/record-fixture.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';

/** Whether the backend creates a collection with the index; the table is `t` in the statement, the index `i`. */
async function isAccepted(sql: string): Promise<boolean> {
  const name = uniqueName('indexed');
  const indexes = [sql.replace('ON t', `ON ${name}`).replace('INDEX i', `INDEX i_${name}`)];
  const fields = [field('title'), field('rank', 'number')];
  return createCollection(backend().api, { name, fields, indexes }).then(
    () => true,
    (error: Error) => {
      expect(error.message).toContain('returned 400');
      return false;
    },
  );
}

const NAME = 'PocketBase accepts no spaces or backticks in the name of an index.';
const AFTER = 'PocketBase accepts no parentheses after the columns of an index.';
const only = (text: string) => `PocketBase accepts this only in parentheses and on one line: ${text}`;

test.each([
  ['CREATE INDEX i ON t (title) WHERE (rank > 1)', AFTER],
  ['CREATE INDEX i ON t (lower(title)) WHERE length(title) > 2', AFTER],
  ["CREATE INDEX i ON t (title, rank) WHERE title IN ('a', 'b')", AFTER],
  ["CREATE INDEX i ON t (title) WHERE title = 'a)'", AFTER],
  ['CREATE INDEX i ON t (title) -- all (of them)', AFTER],
  ['CREATE INDEX "my idx" ON t (title)', NAME],
  ['CREATE INDEX `a``b` ON t (title)', NAME],
  ['CREATE INDEX SQLITE_x ON t (title)', 'Names that begin with sqlite_ are reserved.'],
  ['CREATE INDEX i ON t (title, rank+1 desc)', only('rank+1')],
  ['CREATE INDEX i ON t (-rank)', only('-rank')],
  ["CREATE INDEX i ON t (title || 'a')", only("title || 'a'")],
  ['CREATE INDEX i ON t ("title" || rank)', only('"title" || rank')],
  ['CREATE INDEX i ON t (title collate "nocase" desc)', only('title collate "nocase"')],
  ['CREATE INDEX i ON t (lower(\ntitle))', only('lower(\ntitle)')],
])('the backend refuses %j, and the popup says why', async (sql, message) => {
  expect(parseIndex(sql)).toBeDefined();
  expect(indexProblem(sql)).toBe(message);
  expect(cutProblem(sql)).toBeUndefined();
  expect(await isAccepted(sql)).toBe(false);
});

test.each([
  "CREATE INDEX i ON t (title) WHERE rank > 1 AND title <> ''",
  'CREATE INDEX i ON t (title) WHERE rank IS NOT NULL; -- all',
  'CREATE UNIQUE INDEX IF NOT EXISTS i ON t (`title` COLLATE nocase DESC, [rank], "created" asc)',
  "CREATE INDEX i ON t ('title', (rank))",
  'CREATE INDEX i ON t (\n  title\n  , rank\n  COLLATE NOCASE\n)',
  'CREATE INDEX i ON t (lower(title) desc, rank + 1, rank IN (1,2))',
  'CREATE INDEX i ON t ((title || \'a\'), (-rank), (rank+1) desc, (title collate "nocase"))',
  "CREATE INDEX i ON t (coalesce(title, 'x), y'))",
  'CREATE INDEX i ON t (title COLLATE nocase COLLATE rtrim)',
])('the backend accepts %j, and so does the popup', async (sql) => {
  expect(indexProblem(sql)).toBeUndefined();
  expect(await isAccepted(sql)).toBe(true);
});

test.each([
  ['lower(title)\n || rank', 'lower(title)'],
  ['lower(title)\r\n || rank', 'lower(title)'],
  ['title COLLATE nocase\n || rank', '`title` COLLATE nocase'],
  ['title\n collate "nocase"', '`title`'],
])('the popup refuses %j, which the backend would cut at the end of its line', async (columns, kept) => {
  const name = uniqueName('indexed');
  const sql = `CREATE INDEX cut_${name} ON ${name} (${columns})`;
  expect(indexProblem(sql)).toBe(only(columns));
  expect(cutProblem(sql)).toBe(only(columns));
  const fields = [field('title'), field('rank', 'number')];
  await createCollection(backend().api, { name, fields, indexes: [sql] });
  expect(backend().sql('SELECT sql FROM sqlite_master WHERE name = ?', [`cut_${name}`])).toEqual([
    { sql: `CREATE INDEX \`cut_${name}\` ON \`${name}\` (${kept})` },
  ]);
});
