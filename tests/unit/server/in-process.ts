import type { LIMITS } from '#server/limits.ts';
import { createProxy } from '#server/proxy.ts';
import { createAtollServer } from '#server/server.ts';
import { listen } from '#tests/support/listen.ts';

/** Atoll's server without files in front of a backend, inside the test process. */
export async function startInProcess(backendUrl: string, limits?: typeof LIMITS) {
  const server = createAtollServer(
    {
      files: new Map(),
      headers: {},
      proxy: createProxy({ backend: new URL(backendUrl), trustsProxy: false, log: () => undefined }),
      onDemand: () => undefined,
      isOpen: false,
    },
    limits,
  );
  return listen(server);
}
