import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import type { ProgramVersion } from '#scripts/download/versions.ts';
import { lineOfFolder, PROGRAMS, type ProgramFacts } from '#scripts/lib/lines.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { findPocketBase, runPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { programOf } from '#scripts/test/programs.ts';

export const ADMIN_EMAIL = 'admin@example.com';
export const ADMIN_PASSWORD = 'correct-horse-1';
/** Of the password, by bcrypt with the lowest cost: PocketBase's own takes a quarter of a second at every sign-in. */
export const CHEAP_HASH = '$2a$04$AtollTestAtollTestAtoelG1fKNyYRtqkwt371o4TvJoKXzBRRw2';

/** `template`: one admin (ADMIN_EMAIL). `empty`: no admin yet, so that the installer shows. */
export type TemplateKind = 'template' | 'empty';

/**
 * The program on which tests run: that of the version in the variable POCKETBASE, else the one that npm installed.
 * @throws Error when that version is not at hand; `npm test -- --all` fetches all
 */
export function testedPocketBase(): string {
  const version = process.env['POCKETBASE'];
  return version ? programOf(version as ProgramVersion) : findPocketBase();
}

/** Of the program that made a data folder. */
function programFactsOf(dir: string): ProgramFacts {
  const line = lineOfFolder(dir);
  if (!line) throw new Error(`${dir} has no data of PocketBase.`);
  return PROGRAMS[line];
}

/**
 * Creates a fresh data folder by copying a migrated one, so that a backend starts in a fraction of a second. The
 * migrated folder is created once per PocketBase binary.
 */
export async function copyTemplate(kind: TemplateKind, bin = testedPocketBase()): Promise<string> {
  const source = await template(kind, bin);
  const dir = mkdtempSync(`${tmpdir()}/atoll-test-`);
  cpSync(source, dir, { recursive: true });
  return dir;
}

async function template(kind: TemplateKind, bin: string): Promise<string> {
  const stamp = Math.round(statSync(bin).mtimeMs).toString(36);
  const dir = inRoot('.cache', 'pocketbase', `${stamp}-${kind}`);
  if (existsSync(dir)) return dir;
  mkdirSync(inRoot('.cache', 'pocketbase'), { recursive: true });
  // Several workers may create it at the same time: each uses its own folder, and the first rename wins.
  const draft = mkdtempSync(inRoot('.cache', 'pocketbase', 'draft-'));
  runPocketBase(bin, draft, ['migrate', 'up']);
  if (kind === 'template') {
    const { admins, createAdmin, password } = programFactsOf(draft);
    runPocketBase(bin, draft, [...createAdmin, ADMIN_EMAIL, ADMIN_PASSWORD]);
    const db = new DatabaseSync(`${draft}/data.db`);
    db.prepare(`UPDATE ${admins} SET ${password} = ?`).run(CHEAP_HASH);
    db.close();
  }
  // Serving once also creates the log database.
  const { child } = await startPocketBaseServer({ bin, dir: draft });
  await child.stop();
  try {
    renameSync(draft, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return dir;
}
