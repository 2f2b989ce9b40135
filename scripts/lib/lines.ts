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
  const file = join(dir, 'data.db');
  // A link to nothing is no missing database: what it leads to may only be not there now.
  if (!lstatSync(file, { throwIfNoEntry: false })) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  try {
    const columns = database.prepare("SELECT name FROM pragma_table_info('_collections')").all();
    const has = (name: string) => columns.some((column) => column['name'] === name);
    if (has('fields')) return '0.23';
    return has('schema') ? '0.22' : undefined;
  } finally {
    database.close();
  }
}
