import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { providePocketBase } from '#scripts/download/provide.ts';
import { lock } from '#scripts/lib/lock.ts';
import { isHealthy, type RunningPocketBase, startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { findPocketBase, folderFlags } from '#scripts/lib/pocketbase-binary.ts';
import { isPortTaken } from '#scripts/lib/ports.ts';
import { messageOf, UserError } from '#scripts/lib/user-error.ts';
import { assertSupported, certificateProblem } from './checks.ts';
import type { StartOptions } from './options.mjs';
import type { Supervisor } from './supervisor.ts';

export interface StartedBackend {
  url: string;
  /** Credentials of the demo's admin. */
  demo?: { email: string; password: string };
  /** The command that creates an administrator in Atoll's own PocketBase. */
  createAdmin?: string;
}

/** Starts or connects the backend of the options: an existing one, the embedded one, or the embedded demo. */
export async function startBackend(options: StartOptions, supervisor: Supervisor): Promise<StartedBackend> {
  if (options.backend !== undefined) return connectTo(options.backend, options);
  const chosen = options.bin && findPocketBase({ POCKETBASE_BIN: options.bin });
  if (options.backendPort !== undefined && (await isPortTaken(options.backendPort))) {
    throw new UserError(
      `Port ${options.backendPort} is in use. Choose another one for PocketBase with --backend-port, or leave it out.`,
    );
  }
  const dir = options.demo ? temporaryFolder(supervisor) : await lockedFolder(options.data);
  const { mayDownload, releases } = options;
  const bin = chosen || (await providePocketBase({ mayDownload, releases, signal: supervisor.signal }));
  if (!options.demo) {
    console.log(`Atoll: starting PocketBase on ${dir} ...`);
    const { url } = await serve(bin, dir, options, supervisor);
    const command = [bin, 'admin', 'create', 'EMAIL', 'PASSWORD', ...folderFlags(dir)];
    return { url, createAdmin: command.map(quoted).join(' ') };
  }
  console.log('Atoll: filling a temporary PocketBase with examples ...');
  // On demand: the npm package also runs on a Node that can't write databases.
  const { makeDemo } = await import('#scripts/demo/demo.ts').catch(() => {
    throw new UserError('--demo needs Node 22.13 or newer.');
  });
  const demo = await makeDemo({ bin, dir }).catch((error: unknown) => {
    const reason = messageOf(error).trim();
    throw new UserError(
      `The examples can't be written to ${dir} with ${bin}, which must be PocketBase 0.22. ${reason}`,
    );
  });
  supervisor.assertRunning();
  return { url: (await serve(bin, dir, options, supervisor)).url, demo };
}

function temporaryFolder(supervisor: Supervisor): string {
  const dir = mkdtempSync(`${tmpdir()}/atoll-demo-`);
  supervisor.onEnd(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function lockedFolder(path: string): Promise<string> {
  const dir = resolve(path);
  assertWritableFolder(dir);
  if (await lock(dir)) return dir;
  throw new UserError(
    `Another Atoll uses the data folder ${dir}. Open that Atoll, or choose another folder with --data.`,
  );
}

/** Quotes an argument for a shell when needed. */
function quoted(word: string): string {
  // A Windows shell takes backslashes as they are, and cmd knows no other quotes.
  if (process.platform === 'win32') return /^[\w./\\:=@-]+$/.test(word) ? word : `"${word}"`;
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Creates the folder when it is missing. PocketBase would print a stack trace for a folder that it can't use. */
function assertWritableFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(
      `The data folder ${dir} can't be used (${messageOf(error)}). Choose another one with --data.`,
    );
  }
}

async function connectTo(url: string, { backends }: StartOptions): Promise<StartedBackend> {
  if (await isHealthy(url, 5000)) {
    await assertSupported(url);
    console.log(`Atoll: using the PocketBase at ${url}`);
    return { url };
  }
  // The others of a list can be used meanwhile. Atoll's server says which ones respond.
  if (backends) return { url };
  const problem = await certificateProblem(url);
  if (problem) {
    throw new UserError(
      `The certificate of ${url} is not trusted (${problem}). Set NODE_EXTRA_CA_CERTS to the PEM file of its authority.`,
    );
  }
  throw new UserError(`No PocketBase answers at ${url} (POCKETBASE_URL). Start it, or correct the address.`);
}

async function serve(
  bin: string,
  dir: string,
  { backendPort }: StartOptions,
  supervisor: Supervisor,
): Promise<RunningPocketBase> {
  const startOn = async (port: number | undefined) => {
    try {
      const onPort = port === undefined ? {} : { port };
      return await startPocketBaseServer({ bin, dir, ownGroup: true, ...onPort });
    } catch (error) {
      throw new UserError(`PocketBase can't start on ${dir}. ${messageOf(error)}`);
    }
  };
  const server = await startOn(backendPort);
  // The same port again: Atoll's server already knows it.
  supervisor.add('PocketBase', server.child, async () => (await startOn(server.port)).child);
  await assertSupported(server.url);
  return server;
}
