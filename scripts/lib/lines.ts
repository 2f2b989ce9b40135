import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Line } from '#wire/choose.ts';
import type { Row } from './bulk.ts';

/** Another program may be writing it. */
const BUSY_MS = 5000;

/** How the user reads a line, whose programs keep their data in one form. */
export const LINE_NAMES: Readonly<Record<Line, string>> = { pb22: '0.22', pb23: '0.23 or newer' };

/** What the programs of a line do the same in another way. */
export interface ProgramFacts {
  /** The command that creates an administrator; email and password follow. */
  readonly createAdmin: readonly string[];
  /** The table of administrators, and its columns with a chosen picture. */
  readonly admins: string;
  readonly adminColumns: (avatar: number) => Row;
  /** The column of every account with the hash of its password, and those of a user with its name. */
  readonly password: string;
  readonly userColumns: (username: string) => Row;
  /** The columns of a link to an account of a provider with whose it is. */
  readonly linkColumns: (collection: string, record: string) => Row;
  /** The column by which the row with all settings is found. */
  readonly settingsKey: string;
  /** The database with the log, without `.db`, and the columns with the date of an entry. */
  readonly logs: string;
  readonly logDates: (created: string) => Row;
}

export const PROGRAMS: Readonly<Record<Line, ProgramFacts>> = {
  pb22: {
    createAdmin: ['admin', 'create'],
    admins: '_admins',
    adminColumns: (avatar) => ({ avatar }),
    password: 'passwordHash',
    userColumns: (username) => ({ username }),
    linkColumns: (collectionId, recordId) => ({ collectionId, recordId }),
    settingsKey: 'key',
    logs: 'logs',
    logDates: (created) => ({ created, updated: created }),
  },
  pb23: {
    createAdmin: ['superuser', 'upsert'],
    admins: '_superusers',
    adminColumns: () => ({}),
    password: 'password',
    userColumns: () => ({}),
    linkColumns: (collectionRef, recordRef) => ({ collectionRef, recordRef }),
    settingsKey: 'id',
    logs: 'auxiliary',
    logDates: (created) => ({ created }),
  },
};

/**
 * The line of a program, which may be built by its user and have any version: by the commands in its help. That reads
 * and writes no data, and runs no hooks or migrations, which it would look for beside its data. Undefined when the file
 * is no PocketBase, or too old.
 */
export function lineOfProgram(bin: string): Line | undefined {
  const nowhere = mkdtempSync(join(tmpdir(), 'atoll-nothing-'));
  let help = '';
  try {
    // The help ends the reading of flags.
    const args = ['--dir', join(nowhere, 'pb_data'), '--help'];
    help = execFileSync(bin, args, { cwd: nowhere, encoding: 'utf8', timeout: 10_000, stdio: 'pipe' });
  } catch {
    return undefined;
  } finally {
    rmSync(nowhere, { recursive: true });
  }
  if (/^\s+superuser\s/m.test(help)) return 'pb23';
  return /^\s+admin\s/m.test(help) ? 'pb22' : undefined;
}

/**
 * The line whose program wrote a data folder; undefined for one without tables. Opens its database only to read.
 * @throws Error when the database can't be read
 */
export function lineOfFolder(dir: string): Line | undefined {
  return readFolder(dir, (database) => {
    const columns = database.prepare("SELECT name FROM pragma_table_info('_collections')").all();
    const has = (name: string) => columns.some((column) => column['name'] === name);
    if (has('fields')) return 'pb23';
    return has('schema') ? 'pb22' : undefined;
  });
}

/**
 * Whether a program of 0.23 or newer would start its installer on a data folder: it has no superuser but the one that
 * the installer makes for itself, or no tables yet.
 * @throws Error when the database can't be read
 */
export function startsInstaller(dir: string): boolean {
  const line = lineOfFolder(dir);
  if (line !== 'pb23') return line === undefined;
  const others = `SELECT 1 FROM ${PROGRAMS[line].admins} WHERE email <> '__pbinstaller@example.com' LIMIT 1`;
  return readFolder(dir, (database) => database.prepare(others).get()) === undefined;
}

function readFolder<T>(dir: string, read: (database: DatabaseSync) => T): T | undefined {
  const file = join(dir, 'data.db');
  // A link to nothing is no missing database: what it leads to may only be not there now.
  if (!lstatSync(file, { throwIfNoEntry: false })) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    return read(database);
  } finally {
    database.close();
  }
}
