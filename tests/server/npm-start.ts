import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Child, type Exit, startChild } from '#scripts/lib/child.ts';
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

// `npm start` as a user meets it: processes, their words and their exit status.

/** A folder of each test's own, with the data in it. */
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

/** Starts Atoll as `npm start -- ...args` does, in a process group of its own as a terminal would. */
export async function npmStart(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const clean = { ...process.env, PORT: '0', ATOLL_DATA: `${dir}/data`, TMPDIR: dir, ...env };
  const command = ['run', '-A', '--no-lock', inRoot('scripts/start.mjs'), 'built', ...args];
  const child = await startChild(process.execPath, command, { cwd: ROOT, env: clean, ownGroup: true });
  running.push(child);
  return child;
}

export async function readyAddress(child: Child): Promise<string> {
  await expect.poll(() => child.output(), { timeout: 25_000 }).toMatch(/ready on http/);
  return /ready on (http:\/\/[^/]+)/.exec(child.output())?.[1] ?? '';
}

/** Sends what Ctrl+C sends, to whom it goes: every process of the terminal's group. */
export async function pressCtrlC(child: Child): Promise<Exit> {
  process.kill(-child.pid, 'SIGINT');
  return child.exited;
}

export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
