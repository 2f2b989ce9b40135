import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toApiError } from '#api/client.ts';
import { runSql } from '#api/settings/sql.ts';
import { statementsOf } from '#domain/sql/judge.ts';
import type { Backend } from '#tests/support/backend.ts';
import { DISGUISED, HARMLESS, READING, WRITING } from '#tests/support/sql/statements.ts';
import { onNewer } from '../newer-backends.ts';

/** What a statement could change: all rows, the schema, what the file says of itself, and the files beside it. */
function stored({ sql, dir }: Backend): Record<string, unknown> {
  const tables = sql("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  const pragmas =
    'user_version application_id schema_version journal_mode auto_vacuum page_size page_count encoding';
  return {
    schema: sql('SELECT * FROM sqlite_schema'),
    rows: tables.map(({ name }) => [name, sql(`SELECT * FROM "${name}"`)]),
    pragmas: pragmas.split(' ').map((name) => sql(`PRAGMA ${name}`)),
    files: readdirSync(dir, { recursive: true }).map(String).sort(),
  };
}

/** What the connections of the program are set to. */
const SETTINGS =
  'foreign_keys query_only synchronous cache_size journal_mode busy_timeout writable_schema'.split(' ');
const settings = async () => {
  const answers = await Promise.all(SETTINGS.map((name) => runSql(`PRAGMA ${name}`)));
  return answers.map(({ rows }) => rows);
};

/** Runs statements, whatever they answer. */
async function runAll(statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await runSql(statement).catch((thrown) => {
      const error = toApiError(thrown);
      if (error.status !== 400) throw error;
    });
}

const BATCH = 40;

onNewer(
  (backend) => {
    test('[BY-21] nothing that passes as reading changes the database, its settings or the files beside it', async () => {
      backend().write('data', (db) => {
        db.exec(`CREATE TABLE posts(id TEXT PRIMARY KEY, title TEXT);
          CREATE TABLE notes(id TEXT PRIMARY KEY, text TEXT);
          CREATE INDEX idx_posts_title ON posts(title);
          INSERT INTO posts VALUES ('aaaaaaaaaaaaaaa', 'a'), ('bbbbbbbbbbbbbbb', 'b')`);
      });
      const all = [READING, HARMLESS, WRITING, DISGUISED].flat();
      expect(all.length).toBeGreaterThan(300);
      const passing = all
        .flatMap(statementsOf)
        .filter(({ writes }) => writes === undefined)
        .map(({ sql }) => sql);
      expect(passing.length).toBeGreaterThan(200);
      // What the program itself does at its start is done.
      await runAll(['SELECT 1']);
      const before = stored(backend());
      const set = await settings();
      for (let at = 0; at < passing.length; at += BATCH) {
        const some = passing.slice(at, at + BATCH);
        await runAll(some);
        expect(stored(backend()), some.join('\n')).toEqual(before);
      }
      expect(await settings()).toEqual(set);
      // A statement that looks like a read, and is none, is noticed.
      await runAll(['WITH a AS (SELECT 1) DELETE FROM posts']);
      expect(stored(backend())).not.toEqual(before);
    });

    test('[BY-21] a name in {{ }} ends what looks like one text: the guard refuses what the backend would run', async () => {
      backend().write('data', (db) =>
        db.exec("INSERT OR REPLACE INTO posts VALUES ('ccccccccccccccc', 'c')"),
      );
      const [statement, ...others] = statementsOf('SELECT 1 AS `{{--}}\n; DELETE FROM posts; --`');
      expect(others).toEqual([]);
      expect(statement?.writes).toContain('{{ }}');
      await runSql(statement?.sql ?? '').catch(() => {});
      expect(backend().sql('SELECT * FROM posts')).toEqual([]);
    });
  },
  ['0.40.6'],
  ['0.39.11'],
);
