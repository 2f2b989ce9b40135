import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LIMITS } from '#server/limits.ts';
import { createProxy } from '#server/proxy.ts';
import { createAtollServer } from '#server/server.ts';

/** Lets a server listen on a free port inside the test process. */
export async function listenInProcess(server: Server, address = '127.0.0.1') {
  await once(server.listen(0, address), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${port}`, port, stop };
}

/** Atoll's server without files in front of a backend, inside the test process. */
export async function startInProcess(backendUrl: string, limits?: typeof LIMITS) {
  const server = createAtollServer(
    {
      files: new Map(),
      headers: { page: {}, frame: {}, other: {} },
      proxy: createProxy({ backend: new URL(backendUrl), trustsProxy: false, log: () => undefined }),
      onDemand: () => undefined,
      isOpen: false,
    },
    limits,
  );
  return listenInProcess(server);
}
