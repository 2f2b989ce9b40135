import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { newestFirst } from '#scripts/download/versions.ts';
import { versionsOf } from '#scripts/test/programs.ts';
import { cellOf, FACTS, FILE, readTable } from './facts.ts';
import { onEach } from './port.ts';

/** Writes what was found, of the versions at hand, in place of comparing it. */
const isWriting = process.env['CAPABILITIES'] === 'write';

const INTRODUCTION = `# What versions can do

What each PocketBase answered to \`tests/contract/capabilities.test.ts\`, which compares this table with every version that a
run has: some by \`npm test\`, the others by \`npm test -- --all\`. With \`CAPABILITIES=write\` and \`ALL_CASES=1\` it writes the
table anew. Tests of the wire take from here what to expect of a version; Atoll itself asks the backend.
`;

const written = existsSync(FILE) ? readTable(readFileSync(FILE, 'utf8')) : new Map();
const found = new Map<string, Map<string, string>>();

onEach((port, version) => {
  test.each(Object.values(FACTS))('$says', async ({ says, ask }) => {
    const cell = cellOf(await ask(port));
    const row = found.get(says) ?? new Map<string, string>();
    found.set(says, row.set(version, cell));
    expect(isWriting ? cell : written.get(says)?.get(version)).toBe(cell);
  });
});

test('the table has a row for each fact and a column for each version', () => {
  const columns = versionsOf(true).toSorted(newestFirst).reverse();
  const says = Object.values(FACTS).map((fact) => fact.says);
  if (!isWriting) {
    expect([...written.keys()]).toEqual(says);
    for (const row of written.values()) expect([...row.keys()]).toEqual(columns);
  }
  expect(new Set(says).size).toBe(says.length);
});

afterAll(() => {
  if (!isWriting) return;
  const columns = versionsOf(true).toSorted(newestFirst).reverse();
  const cellAt = (says: string, version: string) =>
    found.get(says)?.get(version) ?? written.get(says)?.get(version) ?? '';
  const rows = Object.values(FACTS).map(({ says }) => [
    says,
    ...columns.map((version) => cellAt(says, version)),
  ]);
  const table = [['', ...columns], ['', ...columns].map(() => '---'), ...rows];
  writeFileSync(FILE, `${INTRODUCTION}\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
});
