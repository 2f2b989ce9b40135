import process from 'node:process';
import { describe } from 'vitest';
import { hasNewerLine } from '#tests/stores/newer-line.ts';

describe.runIf(process.env['ALL_CASES'] && hasNewerLine)('on the newest line', async () => {
  await import('./two-admins.test.ts');
});
