import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { type Child, startChild } from './child.ts';
import { startsInstaller } from './lines.ts';
import { folderFlags } from './pocketbase-binary.ts';
import { findFreePort } from './ports.ts';

export interface PocketBaseOptions {
  bin: string;
  /** Data folder; PocketBase creates it when it does not exist. */
  dir: string;
  /** Loopback port; a free one when absent. */
  port?: number;
  env?: NodeJS.ProcessEnv;
  /** Folder that PocketBase serves at `/`. */
  publicDir?: string;
  /** See ChildOptions. */
  ownGroup?: boolean;
  onLine?: (line: string) => void;
}

export interface RunningPocketBase {
  readonly url: string;
  readonly port: number;
  readonly child: Child;
}

const READY_TIMEOUT_MS = 30_000;
const POLL_MS = 15;
/** Another process may take a free port before PocketBase uses it. */
const PORT_ATTEMPTS = 5;

/**
 * Starts PocketBase on a loopback port and returns when its health check succeeds.
 * @throws Error with the program's output when it ends or its health check does not succeed within 30 s.
 */
export async function startPocketBaseServer(options: PocketBaseOptions): Promise<RunningPocketBase> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort());
    try {
      return await startOn(port, options);
    } catch (error) {
      const mayRetry = options.port === undefined && attempt < PORT_ATTEMPTS;
      if (!mayRetry || !String(error).includes('address already in use')) throw error;
    }
  }
}

async function startOn(port: number, options: PocketBaseOptions): Promise<RunningPocketBase> {
  const host = `127.0.0.1:${port}`;
  const args = ['serve', '--http', host, '--automigrate=0', ...folderFlags(options.dir)];
  if (options.publicDir) args.push('--publicDir', options.publicDir);
  const { onLine } = options;
  const env = { ...process.env, ...options.env };
  const child = await startChild(options.bin, args, {
    env: startsInstaller(options.dir) ? withoutBrowser(env) : env,
    ownGroup: options.ownGroup ?? false,
    ...(onLine ? { onLine: (line: string) => onLine(line) } : {}),
  });
  const url = `http://${host}`;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isHealthy(url))) {
    if (child.hasExited) throw new Error(`PocketBase ended before it was ready:\n${child.output()}`);
    if (Date.now() > deadline) {
      await child.kill();
      throw new Error(`PocketBase did not answer within ${READY_TIMEOUT_MS / 1000} s:\n${child.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  // Another server may have answered on that port while ours exited.
  if (child.hasExited) throw new Error(`PocketBase ended before it was ready:\n${child.output()}`);
  return { url, port, child };
}

/** The programs that open a browser, by the names under which PocketBase looks for them. */
const BROWSERS = { 'xdg-open': '#!/bin/sh\n', open: '#!/bin/sh\n', 'rundll32.bat': '@echo off\r\n' };

let noBrowsers = '';

/**
 * Since 0.23, a program without superusers opens its own installer in the user's browser, and has no flag against it:
 * programs that do nothing come before those that open it.
 */
function withoutBrowser(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!noBrowsers) {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-no-browser-'));
    for (const [name, text] of Object.entries(BROWSERS))
      writeFileSync(join(folder, name), text, { mode: 0o755 });
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    noBrowsers = folder;
  }
  // Windows says Path, and would take the first of two.
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [noBrowsers, env[name]].filter(Boolean).join(delimiter) };
}

/** Whether a PocketBase responds at `url` (its health check is JSON with a `code`). */
export async function isHealthy(url: string, timeoutMs = 2000): Promise<boolean> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/health`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json();
    return response.ok && typeof body === 'object' && body !== null && 'code' in body;
  } catch {
    return false;
  }
}
