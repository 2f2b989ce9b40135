import { existsSync } from 'node:fs';
import process from 'node:process';
import { afterAll } from 'vitest';
import { programOf } from '#scripts/test/programs.ts';
import { setLine } from '#wire/choose.ts';

/*
 * A file of tests that imports this runs against the newest PocketBase of the newer line. `npm test` downloads it, and
 * says when it can't.
 */

const bin = programOf('0.40.6');
export const hasNewerLine: boolean = existsSync(bin);

if (hasNewerLine) {
  const before = process.env['POCKETBASE_BIN'];
  process.env['POCKETBASE_BIN'] = bin;
  setLine('pb23');
  // The next file shares the process.
  afterAll(() => {
    if (before === undefined) delete process.env['POCKETBASE_BIN'];
    else process.env['POCKETBASE_BIN'] = before;
    setLine(undefined);
  });
}
