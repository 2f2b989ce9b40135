import { existsSync } from 'node:fs';
import process from 'node:process';
import { programOf } from '#scripts/test/programs.ts';

/*
 * A file of tests that imports this runs against a PocketBase that refuses lists with a long query. `npm test`
 * downloads it, and says when it can't.
 */

const bin = programOf('0.22.27');
export const hasNewerBackend: boolean = existsSync(bin);

if (hasNewerBackend) process.env['POCKETBASE_BIN'] = bin;
