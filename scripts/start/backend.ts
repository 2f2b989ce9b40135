import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeDemo } from '#scripts/demo/demo.ts';
import { providePocketBase } from '#scripts/download/provide.ts';
import { NEWEST } from '#scripts/download/versions.ts';
import type { Child } from '#scripts/lib/child.ts';
import { LINE_NAMES, lineOfFolder, lineOfProgram, PROGRAMS, startsInstaller } from '#scripts/lib/lines.ts';
import { lock } from '#scripts/lib/lock.ts';
import { isHealthy, type RunningPocketBase, startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { findPocketBase, folderFlags } from '#scripts/lib/pocketbase-binary.ts';
import { isPortTaken } from '#scripts/lib/ports.ts';
import { messageOf, UserError } from '#scripts/lib/user-error.ts';
import type { Line } from '#wire/choose.ts';
import { certificateProblem } from './checks.ts';
import type { StartOptions } from './options.mjs';
import type { Supervisor } from './supervisor.ts';

/** That of a new data folder, and that of the examples, unless the user chooses. */
const LINE: Line = 'pb23';

/** It appears a moment after the program responds. */
const INSTALLER_TIMEOUT_MS = 5000;
const POLL_MS = 20;

export interface StartedBackend {
  url: string;
  /** Credentials of the demo's admin. */
  demo?: { email: string; password: string };
  /** The command that creates an administrator in Atoll's own PocketBase. */
  createAdmin?: string;
  /** The hash of the page that creates the first administrator; without it, nobody can. */
  installer?: string;
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
  const line = chooseLine(dir, chosen, options);
  const { mayDownload, byPip, releases } = options;
  const bin =
    chosen || (await providePocketBase({ line, mayDownload, byPip, releases, signal: supervisor.signal }));
  if (!options.demo) {
    console.log(`Atoll: starting PocketBase on ${dir} ...`);
    const installs = line !== 'pb22' && startsInstaller(dir);
    const { url, child } = await serve(bin, dir, options, supervisor);
    const installer = installs ? await installerOf(child) : undefined;
    const command = [bin, ...PROGRAMS[line].createAdmin, 'EMAIL', 'PASSWORD', ...folderFlags(dir)];
    return { url, createAdmin: command.map(quoted).join(' '), ...(installer ? { installer } : {}) };
  }
  console.log('Atoll: filling a temporary PocketBase with examples ...');
  const demo = await makeDemo({ bin, dir }).catch((error: unknown) => {
    const reason = messageOf(error).trim();
    throw new UserError(
      `The examples can't be written to ${dir} with ${bin}, which must be PocketBase ${LINE_NAMES[line]}. ${reason}`,
    );
  });
  supervisor.assertRunning();
  return { url: (await serve(bin, dir, options, supervisor)).url, demo };
}

/** The hash of the address that the program prints for its installer; undefined when it prints none in time. */
async function installerOf(child: Child): Promise<string | undefined> {
  const hash = () => /\/_\/(#\/pbinstall?\/\S+)/.exec(child.output())?.[1];
  const deadline = Date.now() + INSTALLER_TIMEOUT_MS;
  while (!hash() && !child.hasExited && Date.now() < deadline) await setTimeout(POLL_MS);
  return hash();
}

function temporaryFolder(supervisor: Supervisor): string {
  const parent = mkdtempSync(`${tmpdir()}/atoll-demo-`);
  supervisor.onEnd(() => rmSync(parent, { recursive: true, force: true }));
  // PocketBase runs the hooks that it finds beside its data: those of a folder that everybody may write to are none.
  const dir = `${parent}/pb_data`;
  mkdirSync(dir);
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

/**
 * The line of the program for a data folder: that of its data, for a new one the chosen one. Refuses what does not belong
 * together before any program runs: one of 0.23 or newer would change a folder of 0.22 for good, and one of 0.22 would
 * find no fields in the collections of a newer folder.
 */
function chooseLine(dir: string, bin: string | undefined, options: StartOptions): Line {
  const folder = lineOf(dir);
  const wanted = options.line;
  const nothing = 'Nothing was started.';
  const upgrade =
    folder === 'pb22' &&
    'A folder of 0.22 stays one of 0.22: Atoll does not upgrade it, which would be for good. ';
  if (folder && wanted && wanted !== folder) {
    throw new UserError(
      `The data folder ${dir} is of PocketBase ${LINE_NAMES[folder]}, not of ${LINE_NAMES[wanted]} (--pocketbase). ` +
        `${upgrade || ''}${nothing} Leave --pocketbase out, or choose another folder with --data.`,
    );
  }
  const line = folder ?? wanted;
  const program = bin && lineOfProgram(bin);
  if (bin && program && line && program !== line) {
    const what = folder ? `the data folder ${dir} is` : '--pocketbase asks for one';
    throw new UserError(
      `${bin} is PocketBase ${LINE_NAMES[program]}, and ${what} of PocketBase ${LINE_NAMES[line]}. ` +
        `${upgrade || ''}${nothing} Choose another one with --bin.`,
    );
  }
  if (bin && folder && !program) {
    throw new UserError(
      `${bin} does not say that it is PocketBase ${LINE_NAMES[folder]}, as the data folder ${dir} is. ${nothing}`,
    );
  }
  if (folder === 'pb22') {
    console.log(
      `Atoll: ${dir} is a data folder of PocketBase 0.22 and is opened by 0.22. Upgrading it to ` +
        `${NEWEST.pb23} is not possible with Atoll yet; that is to come.`,
    );
  }
  return line ?? (program || LINE);
}

function lineOf(dir: string): ReturnType<typeof lineOfFolder> {
  try {
    return lineOfFolder(dir);
  } catch (error) {
    throw new UserError(
      `The database in the data folder ${dir} can't be read (${messageOf(error)}). Nothing was started. ` +
        'Choose another folder with --data.',
    );
  }
}

async function connectTo(url: string, { backends }: StartOptions): Promise<StartedBackend> {
  if (await isHealthy(url, 5000)) {
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
  return server;
}
