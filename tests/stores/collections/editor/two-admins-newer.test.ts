import { existsSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { programOf } from '#scripts/test/programs.ts';

const isRun = Boolean(process.env['ALL_CASES']) && existsSync(programOf('0.40.6'));

// Only where they run: who imports the fixture changes the line for the file, and nothing would change it back.
if (isRun) {
  await import('#tests/stores/newer-line.ts');
  await import('./two-admins.test.ts');
}

test.runIf(isRun)('the pairs of edits are saved on the newest line', async () => {
  const { hasNewerLine } = await import('#tests/stores/newer-line.ts');
  expect(hasNewerLine).toBe(true);
});
