import { existsSync } from 'node:fs';
import process from 'node:process';
import { NEWER_POCKETBASE } from '#scripts/test/newer-pocketbase.ts';

/*
 * A file of tests that imports this runs against a PocketBase that refuses lists with a long query. `npm test`
 * downloads it, and says when it can't.
 */

export const hasNewerBackend: boolean = existsSync(NEWER_POCKETBASE);

if (hasNewerBackend) process.env['POCKETBASE_BIN'] = NEWER_POCKETBASE;
