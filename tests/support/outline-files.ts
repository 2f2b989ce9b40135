import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { applyPatch, createPatch, OMIT_HEADERS } from 'diff';
import { testedLine } from './lines.ts';

/*
 * Each outline has a file with what 0.22 says. Newer PocketBases say the same in the words below. What else they say is a
 * patch of that file in the folder of their line, or a file of its own there if that is shorter.
 */

/** An outline of 0.22 in the words of newer PocketBases. */
const inNewerWords = (text: string): string =>
  text
    // Not in an address, email, placeholder or call.
    .replace(/(?<![./{])\b(an )?([Aa])dmin(s?)\b(?![@}])/g, (_, article, first, plural) =>
      [article ? 'a ' : '', first === 'A' ? 'S' : 's', 'uperuser', plural].join(''),
    )
    // Accounts have none.
    .replaceAll('  \\"username\\": \\"ada\\",\\n', '');

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function filesOf(name: string) {
  const path = (...parts: [string, string?]) => test.info().snapshotPath(...(parts as string[]));
  return {
    /** What 0.22 says. */
    older: path(`${name}.txt`),
    whole: path(testedLine, `${name}.txt`),
    patch: path(testedLine, `${name}.diff`),
  };
}

/** What is on file for a newer line. */
function newerOnFile(name: string): string | undefined {
  const files = filesOf(name);
  const whole = read(files.whole);
  const words = inNewerWords(read(files.older) ?? '');
  const patch = read(files.patch);
  if (whole !== undefined || patch === undefined) return whole ?? (words || undefined);
  return applyPatch(words, patch) || `${files.patch} does not fit to the file of 0.22.`;
}

/** The outline that is on file for the tested line; nothing where it is new, or all are written anew. */
export function outlineOnFile(name: string): string | undefined {
  if (test.info().config.updateSnapshots === 'all') return;
  return testedLine === 'pb22' ? read(filesOf(name).older) : newerOnFile(name);
}

/** Compares an outline with the one on file; writes it where the run asks for that. */
export function compareWithFile(name: string, outline: string): void {
  if (testedLine === 'pb22') expect.soft(outline).toMatchSnapshot(`${name}.txt`);
  else if (/^(all|changed)$/.test(test.info().config.updateSnapshots)) writeNewer(name, outline);
  else expect.soft(outline, name).toBe(newerOnFile(name));
}

function writeNewer(name: string, outline: string): void {
  const { older, whole, patch } = filesOf(name);
  rmSync(whole, { force: true });
  rmSync(patch, { force: true });
  if (outline === newerOnFile(name)) return;
  const options = { context: 1, headerOptions: OMIT_HEADERS };
  const changes = createPatch(name, inNewerWords(read(older) ?? ''), outline, '', '', options);
  mkdirSync(dirname(patch), { recursive: true });
  if (changes.length < outline.length) writeFileSync(patch, changes);
  else writeFileSync(whole, outline);
}
