import { expect, test } from 'vitest';
import { judge, statementsOf } from '#domain/sql/judge.ts';
import { DISGUISED, HARMLESS, READING, WRITING } from '#tests/support/sql/statements.ts';

const reads = (text: string): boolean => statementsOf(text).every(({ writes }) => writes === undefined);

test('[BY-21] takes statements that only read for what they are', () => {
  expect([...READING, ...HARMLESS].filter((text) => !reads(text))).toEqual([]);
});

test('[BY-21] takes no statement that writes, or that it can’t read, for one that reads', () => {
  expect([...WRITING, ...DISGUISED].filter(reads)).toEqual([]);
  expect(READING.length + HARMLESS.length + WRITING.length + DISGUISED.length).toBeGreaterThan(300);
});

test('sends exactly the statements that it judged, without comments', () => {
  const [one, two, ...others] = statementsOf("-- a\nSELECT 1 /* ; */ + 2;; SELECT ';' -- b\n");
  expect(one).toMatchObject({ sql: 'SELECT 1 + 2', text: 'SELECT 1 /* ; */ + 2', start: 5, verb: 'SELECT' });
  expect(two).toMatchObject({ sql: "SELECT ';'" });
  expect(others).toEqual([]);
});

test('leaves a statement that writes as it was typed', () => {
  expect(judge('CREATE TABLE t(a /* why */)')).toMatchObject({
    sql: 'CREATE TABLE t(a /* why */)',
    verb: 'CREATE TABLE',
    writes: 'CREATE TABLE writes.',
  });
});

test('takes all from what can’t be read on for one statement', () => {
  const found = statementsOf('SELECT 1; SELEC 2; SELECT 3;');
  expect(found.map(({ text }) => text)).toEqual(['SELECT 1', 'SELEC 2; SELECT 3']);
  expect(found[1]?.writes).toContain('near "SELEC"');
});

test('judges deep and long texts without an error', () => {
  const nested = (depth: number) => `SELECT ${'('.repeat(depth)}1${')'.repeat(depth)}`;
  expect(judge(nested(2400)).writes).toBeUndefined();
  expect(judge(nested(200_000)).writes).toBe('It is too long to be judged.');
  expect(statementsOf('SELECT 1;'.repeat(2000))).toHaveLength(2000);
});
