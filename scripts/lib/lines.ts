import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The programs of a line keep their data in one form: 0.22, or 0.23 and all newer ones. */
export type Line = '0.22' | '0.23';

/** Another program may be writing it. */
const BUSY_MS = 5000;

/** How the user reads a line. */
export const LINE_NAMES: Readonly<Record<Line, string>> = { '0.22': '0.22', '0.23': '0.23 or newer' };

/** What the programs of a line do the same in another way. */
export const PROGRAMS: Readonly<Record<Line, ProgramFacts>> = {
  '0.22': {
    createAdmin: ['admin', 'create'],
    admins: { table: '_admins', password: 'passwordHash' },
    password: 'passwordHash',
    logs: 'logs',
  },
  '0.23': {
    createAdmin: ['superuser', 'upsert'],
    admins: { table: '_superusers', password: 'password' },
    password: 'password',
    logs: 'auxiliary',
  },
};

export interface ProgramFacts {
  /** The command that creates an administrator; email and password follow. */
  readonly createAdmin: readonly string[];
  /** The table of administrators, and its column with the hash of a password. */
  readonly admins: { readonly table: string; readonly password: string };
  /** The column of other accounts with the hash of a password. */
  readonly password: string;
  /** The database with the log, without `.db`. */
  readonly logs: string;
}

/** The line of a version such as `0.22.9`; undefined for versions that Atoll was never made for. */
export function lineOfVersion(version: string): Line | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version)?.map(Number) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  if (major > 0 || minor >= 23) return '0.23';
  return minor === 22 ? '0.22' : undefined;
}

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
  if (/^\s+superuser\s/m.test(help)) return '0.23';
  return /^\s+admin\s/m.test(help) ? '0.22' : undefined;
}

/**
 * The line whose program wrote a data folder; undefined for one without tables. Opens its database only to read.
 * @throws Error when the database can't be read
 */
export function lineOfFolder(dir: string): Line | undefined {
  return readFolder(dir, (database) => {
    const columns = database.prepare("SELECT name FROM pragma_table_info('_collections')").all();
    const has = (name: string) => columns.some((column) => column['name'] === name);
    if (has('fields')) return '0.23';
    return has('schema') ? '0.22' : undefined;
  });
}

/**
 * Whether a program of 0.23 or newer would start its installer on a data folder: it has no superuser but the one that
 * the installer makes for itself, or no tables yet.
 * @throws Error when the database can't be read
 */
export function startsInstaller(dir: string): boolean {
  const line = lineOfFolder(dir);
  if (line !== '0.23') return line === undefined;
  const others = `SELECT 1 FROM ${PROGRAMS[line].admins.table} WHERE email <> '__pbinstaller@example.com' LIMIT 1`;
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
