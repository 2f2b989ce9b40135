import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createProxy } from '../../../src/server/proxy.ts';
import { createAtollServer, type LIMITS } from '../../../src/server/server.ts';

/** Atoll's server without files in front of a backend, in the process of the tests. */
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${port}`, port, stop };
}
