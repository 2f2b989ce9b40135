import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lineOfFolder, lineOfProgram, startsInstaller } from '#scripts/lib/lines.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/atoll-lines-`);
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a program is known by the commands in its help', () => {
  const programOf = (text: string) => {
    writeFileSync(`${dir}/program`, `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
    return lineOfProgram(`${dir}/program`);
  };
  expect(lineOfProgram(findPocketBase())).toBe('pb22');
  expect(programOf('Available Commands:\n  superuser   Manage superusers\n  admin  Of its user')).toBe(
    'pb23',
  );
  expect(programOf('An admin tool')).toBeUndefined();
  expect(lineOfProgram(`${dir}/missing`)).toBeUndefined();
});

test('a question for the line runs no hook beside the program', () => {
  const folder = mkdtempSync(inRoot('.cache', 'hooks-'));
  try {
    symlinkSync(findPocketBase(), `${folder}/pocketbase`);
    mkdirSync(`${folder}/pb_hooks`);
    writeFileSync(`${folder}/pb_hooks/a.pb.js`, `$os.writeFile('${folder}/ran', '', 0o644)`);
    expect(lineOfProgram(`${folder}/pocketbase`)).toBe('pb22');
    expect(existsSync(`${folder}/ran`)).toBe(false);
    // It would be run otherwise; in a temporary folder PocketBase takes the working folder for that of the program.
    execFileSync(`${folder}/pocketbase`, ['--help'], { cwd: folder });
    expect(existsSync(`${folder}/ran`)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['schema JSON', 'pb22'],
  ['fields JSON', 'pb23'],
  ['id TEXT', undefined],
])('a folder whose collections have the column %s is of line %s', (column, line) => {
  const database = new DatabaseSync(`${dir}/data.db`);
  database.exec(`CREATE TABLE _collections (name TEXT, ${column})`);
  // Still open, and what it wrote only in the log beside the file, as while its program runs.
  database.exec('PRAGMA journal_mode=WAL; INSERT INTO _collections (name) VALUES (1)');
  expect(lineOfFolder(dir)).toBe(line);
  database.close();
});

test('a folder without a database, or without tables in it, is of no line', () => {
  expect(lineOfFolder(dir)).toBeUndefined();
  writeFileSync(`${dir}/data.db`, '');
  expect(lineOfFolder(dir)).toBeUndefined();
});

test('a folder is read through a link, and while another program writes', () => {
  const database = new DatabaseSync(`${dir}/data.db`);
  database.exec('PRAGMA journal_mode=WAL; CREATE TABLE _collections (fields JSON); BEGIN IMMEDIATE');
  symlinkSync(dir, `${dir}/link`);
  expect(lineOfFolder(`${dir}/link`)).toBe('pb23');
  database.close();
});

test('what is no database is an error, not a folder without data', () => {
  mkdirSync(`${dir}/data.db`);
  expect(() => lineOfFolder(dir)).toThrow();
  rmSync(`${dir}/data.db`, { recursive: true });
  symlinkSync(`${dir}/elsewhere`, `${dir}/data.db`);
  expect(() => lineOfFolder(dir)).toThrow();
});

test('the installer of the newer line starts on a folder without superusers', () => {
  expect(startsInstaller(dir)).toBe(true);
  const database = new DatabaseSync(`${dir}/data.db`);
  const add = database.prepare.bind(database, 'INSERT INTO _superusers VALUES (?)');
  database.exec('CREATE TABLE _collections (fields JSON); CREATE TABLE _superusers (email TEXT)');
  expect(startsInstaller(dir)).toBe(true);
  add().run('__pbinstaller@example.com');
  expect(startsInstaller(dir)).toBe(true);
  add().run('a@example.com');
  expect(startsInstaller(dir)).toBe(false);
  database.exec('DROP TABLE _collections; CREATE TABLE _collections (schema JSON)');
  database.close();
  expect(startsInstaller(dir)).toBe(false);
});
