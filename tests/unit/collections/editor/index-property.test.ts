import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName } from '#domain/model/fold-name.ts';
import {
  buildIndex,
  columnNames,
  parseIndex,
  quoteName,
  renameColumns,
  renameIndex,
  renameTable,
  setUnique,
  toggleColumn,
} from '#domain/model/index-sql/tools.ts';
import { casesOf } from '#tests/support/cases.ts';
import { COLUMNS, indexStatement, NEW_NAMES, TABLES } from './index-arbitrary.ts';
import { sqlTokens, storedIndex } from './index-database.ts';

const RUNS = { numRuns: casesOf(1000) };

test('SQLite and the parser accept every generated statement', () => {
  fc.assert(
    fc.property(indexStatement, ({ table, sql }) => {
      const stored = storedIndex(table, COLUMNS, sql);
      const index = parseIndex(sql);
      expect(index).toMatchObject({
        indexName: stored.name,
        tableName: stored.table,
        unique: stored.unique,
      });
      expect(Boolean(index?.where)).toBe(stored.partial);
      expect(index?.columns.map(({ name, sort }) => ({ name: name || null, desc: sort === 'DESC' }))).toEqual(
        stored.columns.map(({ name, desc }) => ({ name, desc })),
      );
      for (const [at, { collate }] of (index?.columns ?? []).entries()) {
        if (collate) expect(collate.toLowerCase()).toBe(stored.columns[at]?.coll);
      }
    }),
    RUNS,
  );
});

test('parsing, building and parsing again changes nothing, also for SQLite', () => {
  fc.assert(
    fc.property(indexStatement, ({ table, sql }) => {
      const index = parseIndex(sql);
      if (!index) throw new Error(`not parsed: ${sql}`);
      const built = buildIndex(index);
      expect(parseIndex(built)).toEqual(index);
      expect(buildIndex(parseIndex(built) ?? index)).toBe(built);
      const [before, after] = [storedIndex(table, COLUMNS, sql), storedIndex(table, COLUMNS, built)];
      expect({ ...after, sql: '' }).toEqual({ ...before, sql: '' });
    }),
    RUNS,
  );
});

test('renameColumns renames exactly one column, like SQLite itself', () => {
  fc.assert(
    fc.property(
      indexStatement,
      fc.constantFrom(...COLUMNS),
      fc.constantFrom(...NEW_NAMES),
      ({ table, sql }, from, to) => {
        const renamed = renameColumns(sql, new Map([[from, to]]));
        const columns = COLUMNS.map((name) => (name === from ? to : name));
        const alter = `ALTER TABLE ${quoteName(table)} RENAME COLUMN ${quoteName(from)} TO ${quoteName(to)}`;
        const expected = storedIndex(table, COLUMNS, sql, alter);
        const stored = storedIndex(table, columns, renamed);
        expect({ ...stored, sql: '' }).toEqual({ ...expected, sql: '' });
        // Expressions and conditions appear only in the text, which must have the same tokens as SQLite's result.
        expect(sqlTokens(stored.sql)).toEqual(sqlTokens(expected.sql));
        expect(columnNames(renamed).map(foldName)).toEqual(
          columnNames(sql).map((name) => foldName(foldName(name) === from ? to : name)),
        );
        // Renaming back restores all tokens; only quotes of bare names may differ.
        expect(sqlTokens(renameColumns(renamed, new Map([[to, from]])))).toEqual(sqlTokens(sql));
        if (!columnNames(sql).includes(from)) expect(renamed).toBe(sql);
      },
    ),
    RUNS,
  );
});

test('renaming the table or the index changes nothing else', () => {
  fc.assert(
    fc.property(indexStatement, fc.constantFrom(...TABLES, 'x"`]y'), ({ sql }, to) => {
      const index = parseIndex(sql);
      const moved = parseIndex(renameTable(sql, to));
      storedIndex(to, COLUMNS, renameTable(sql, to));
      expect({ ...moved, where: '' }).toEqual({ ...index, tableName: to, where: '' });
      expect(parseIndex(renameIndex(sql, to))).toEqual({ ...index, indexName: to });
    }),
    RUNS,
  );
});

test('setUnique changes only unique, and undoing it restores the text', () => {
  fc.assert(
    fc.property(indexStatement, fc.boolean(), ({ table, sql }, isUnique) => {
      const changed = setUnique(sql, isUnique);
      const index = parseIndex(sql);
      expect(parseIndex(changed)).toEqual({ ...index, unique: isUnique });
      expect(storedIndex(table, COLUMNS, changed).unique).toBe(isUnique);
      if (!index?.unique) expect(setUnique(setUnique(sql, true), false)).toBe(sql);
    }),
    RUNS,
  );
});

test('toggleColumn adds or removes one column, and the others keep their collation, order and comments', () => {
  fc.assert(
    fc.property(indexStatement, fc.constantFrom(...COLUMNS), ({ table, sql }, name) => {
      const index = parseIndex(sql);
      const isListed = index?.columns.some((column) => column.name === name);
      const toggled = toggleColumn(sql, name);
      const columns = isListed
        ? index?.columns.filter((column) => column.name !== name)
        : [...(index?.columns ?? []), { name, collate: '', sort: '' }];
      if (columns?.length) {
        expect(parseIndex(toggled)).toEqual({ ...index, columns });
        storedIndex(table, COLUMNS, toggled);
      }
      const comments = /\/\*|--/g;
      const inColumns = index?.columns.filter((column) => column.name === name).length ?? 0;
      if (!inColumns) expect(toggled.match(comments)?.length).toBe(sql.match(comments)?.length);
      if (isListed) expect(parseIndex(toggleColumn(toggled, name))?.columns.at(-1)?.name).toBe(name);
      else expect(parseIndex(toggleColumn(toggled, name))).toEqual(index);
    }),
    RUNS,
  );
});
