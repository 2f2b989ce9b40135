import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { startAtollServer } from '#scripts/lib/atoll-server.ts';
import { startChild } from '#scripts/lib/child.ts';
import { BUILD_DIR, ROOT } from '#scripts/lib/paths.ts';
import { isPortTaken } from '#scripts/lib/ports.ts';
import { messageOf, UserError } from '#scripts/lib/user-error.ts';
import { OPEN_WITHOUT_ADMIN } from '#server/backend-check.ts';
import { readBackends } from '#server/settings.ts';
import { startBackend } from './backend.ts';
import { buildWhenStale } from './build.ts';
import { assertNotAtoll, openWarning } from './checks.ts';
import type { StartOptions } from './options.mjs';
import type { Supervisor } from './supervisor.ts';

/** `built`: builds when sources are newer. `preview`: uses the existing build. `dev`: Vite's server, hot reload. */
export type Mode = 'built' | 'preview' | 'dev';

export function parseMode(text: string | undefined): Mode {
  if (text === 'built' || text === 'preview' || text === 'dev') return text;
  throw new Error(`Unknown mode ${text}.`);
}

/**
 * Starts the backend and Atoll in front of it, and prints each step.
 * @throws UserError for every problem that the user can solve: a port in use, a missing binary, an unreachable backend.
 */
export async function start(mode: Mode, given: StartOptions, supervisor: Supervisor): Promise<void> {
  const options = { ...given, backend: firstBackend(given) };
  const address = await addressOf(options.host);
  if (options.backend !== undefined) {
    const setting = options.backends ? 'ATOLL_BACKENDS' : 'POCKETBASE_URL';
    await assertNotAtoll(options.backend, { address, port: options.port }, setting);
  }
  await assertPortFree({ ...options, host: address });
  if (mode === 'built') await buildWhenStale(supervisor);
  if (mode === 'preview' && !existsSync(`${BUILD_DIR}/server/main.mjs`)) {
    throw new UserError('There is no build to preview. Run: npm run build');
  }
  const backend = await startBackend(options, supervisor);
  supervisor.assertRunning();
  const url =
    mode === 'dev'
      ? await startDev(backend.url, options, supervisor)
      : await startBuilt(backend.url, { ...options, host: address }, supervisor);
  const demo = backend.demo;
  if (demo) {
    const query = new URLSearchParams({ demoEmail: demo.email, demoPassword: demo.password });
    console.log(`Atoll: demo admin ${demo.email}, password ${demo.password}`);
    console.log(`Atoll: ready on ${reachable(url)}/#/login?${query}`);
  } else if (backend.installer) {
    console.log(`Atoll: ready on ${reachable(url)}/`);
    console.log(
      `Atoll: create the first administrator, within 30 minutes, on ${reachable(url)}/${backend.installer}`,
    );
    console.log(`Atoll: or with: ${backend.createAdmin}`);
  } else {
    console.log(`Atoll: ready on ${reachable(url)}/`);
  }
  console.log(`Atoll: PocketBase's own dashboard is on ${backend.url.replace(/\/+$/, '')}/_/`);
  if (reachable(url) !== url) console.log('Atoll: reachable on every address of this machine');
  for (const line of await openWarning(backend.url, address, backend.createAdmin)) {
    console.error(`Atoll: ${line}`);
  }
  console.log('Atoll: press Ctrl+C to stop');
}

/** The first backend of a list replaces that of POCKETBASE_URL. */
function firstBackend({ backends, backend }: StartOptions): string | undefined {
  try {
    return readBackends({ ATOLL_BACKENDS: backends })[0]?.url.replace(/\/+$/, '') ?? backend;
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}

/** The IP address of a name such as localhost: the server's permissions allow no name lookup. */
async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch {
    throw new UserError(`${host} is not an address of this machine. Choose another --host.`);
  }
}

/** Replaces `0.0.0.0` and `::`, which mean every address: not all browsers can open them. */
function reachable(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, '//localhost');
}

async function assertPortFree({ host, port }: StartOptions): Promise<void> {
  if (port === 0) return;
  let taken: boolean;
  try {
    taken = await isPortTaken(port, host);
  } catch (error) {
    throw new UserError(
      `Can't listen on ${host}:${port} (${messageOf(error)}). Choose another --host or --port.`,
    );
  }
  if (taken) {
    throw new UserError(`Port ${port} is in use. Choose another one, for example with --port ${port + 1}`);
  }
}

async function startBuilt(
  backendUrl: string,
  options: StartOptions,
  supervisor: Supervisor,
): Promise<string> {
  const { url, child } = await startAtollServer({
    backendUrl,
    host: options.host,
    port: options.port,
    ownGroup: true,
    env: { ...trustOf(options), ATOLL_BACKENDS: options.backends },
    // `start` prints this warning together with its remedy.
    onLine: (line) => line === OPEN_WITHOUT_ADMIN || console.log(line),
  }).catch((error: unknown) => {
    // The message is the server's output, for example that another process took the port meanwhile.
    throw new UserError(`The Atoll server can't start. ${messageOf(error)}`);
  });
  supervisor.add('The Atoll server', child);
  return url;
}

const trustOf = ({ trustProxy }: StartOptions) => ({ ATOLL_TRUST_PROXY: trustProxy ? '1' : '0' });

const DEV_READY = /Local\s+(http:\/\/\S+?)\/?$/;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/**
 * Environment of Astro's development server. The update check is off: it writes a settings file, which restarts the
 * server during the first page load on a fresh clone. Versions are pinned anyway.
 */
export const devEnvironment = (
  backendUrl: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv => ({
  ...env,
  POCKETBASE_URL: backendUrl,
  ASTRO_DISABLE_UPDATE_CHECK: 'true',
});

async function startDev(backendUrl: string, options: StartOptions, supervisor: Supervisor): Promise<string> {
  const ready = Promise.withResolvers<string>();
  const args = [
    'run',
    '-A',
    '--no-lock',
    'npm:astro',
    'dev',
    '--host',
    options.host,
    '--port',
    String(options.port),
  ];
  const child = await startChild(process.execPath, args, {
    cwd: resolve(ROOT),
    ownGroup: true,
    env: { ...devEnvironment(backendUrl), HOST: options.host, ...trustOf(options) },
    onLine(line) {
      console.log(line);
      const address = DEV_READY.exec(line.replace(COLOURS, ''))?.[1];
      if (address) ready.resolve(address);
    },
  });
  supervisor.add("Astro's development server", child);
  return Promise.race([ready.promise, supervisor.run().then(() => '')]);
}
