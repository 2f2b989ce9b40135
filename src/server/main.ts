import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inspectBackend, listenError, prepareServer, readyLine, startError } from './prepare.ts';
import type { OnDemand } from './server.ts';
import { stopOnSignal } from './shutdown.ts';

// The build bundles this file to dist/server/main.mjs: other paths are relative to that.
const SERVER_DIR = fileURLToPath(new URL('.', import.meta.url));
const CLIENT_DIR = fileURLToPath(new URL('../client', import.meta.url));

async function main(): Promise<void> {
  const built = { clientDir: CLIENT_DIR, serverDir: SERVER_DIR, loadOnDemand };
  const prepared = await prepareServer(process.env, built, console.error);
  const { server, proxy, backends, settings, address } = prepared;
  server.on('error', (error: NodeJS.ErrnoException) => fail(listenError(error, settings)));
  const proxies = new Set([proxy, ...backends.values()]);
  const endStreams = () => {
    for (const each of proxies) each.endStreams();
  };
  stopOnSignal(server, { endStreams });
  await new Promise<void>((resolve) => server.listen(settings.port, address, resolve));
  const { port } = server.address() as AddressInfo;
  const warnings = await inspectBackend(prepared);
  console.log(readyLine(settings.host, port));
  for (const warning of warnings) console.error(warning);
}

/** Astro's handler: the build writes it next to this file, not into the bundle. */
async function loadOnDemand(): Promise<OnDemand> {
  const entry = new URL('./entry.mjs', import.meta.url).href;
  const { handler }: { handler: OnDemand } = await import(/* @vite-ignore */ entry);
  return handler;
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

main().catch((error: unknown) => fail(startError(error)));
