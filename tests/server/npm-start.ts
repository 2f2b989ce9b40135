import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Child, type Exit, startChild } from '#scripts/lib/child.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

// Runs `npm start` as a user does: processes, output and exit status.

/** Temporary folder of the running test; contains the data. */
export let dir: string;
let running: Child[] = [];

beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/atoll-start-`);
  running = [];
});

afterEach(async () => {
  for (const child of running) await child.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts Atoll as `npm start -- ...args` does, in its own process group, like a terminal. */
export async function npmStart(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const clean = {
    ...process.env,
    ...{ PORT: '0', ATOLL_DATA: `${dir}/data`, TMPDIR: dir },
    // A new folder gets the program that npm has brought.
    ATOLL_POCKETBASE: '0.22',
    ...env,
  };
  const command = ['run', '-A', '--no-lock', inRoot('scripts/start.mjs'), 'built', ...args];
  const child = await startChild(process.execPath, command, { cwd: ROOT, env: clean, ownGroup: true });
  running.push(child);
  return child;
}

export async function readyAddress(child: Child): Promise<string> {
  await expect.poll(() => child.output(), { timeout: 25_000 }).toMatch(/ready on http/);
  return /ready on (http:\/\/[^/]+)/.exec(child.output())?.[1] ?? '';
}

/** Sends SIGINT to every process of the group, as a terminal does on Ctrl+C. */
export async function pressCtrlC(child: Child): Promise<Exit> {
  process.kill(-child.pid, 'SIGINT');
  return child.exited;
}

export async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
