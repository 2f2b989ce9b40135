import { createServer } from 'node:net';

/** Below the range from which systems assign ports, so that no other process gets one of these by chance. */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;
/** The system reserves some ports; when this many fail, the host is not an address of this machine. */
const ATTEMPTS = 100;

let next = Math.floor(Math.random() * PORT_COUNT);

/**
 * A TCP port that was free on `host` a moment ago; each call returns another one. The first port is random, because
 * two processes that choose the same port would mistake each other's server for their own. A restarted server can
 * use its port again.
 * @throws Error when nothing can listen on `host`.
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  let reason: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const port = FIRST_PORT + next;
    next = (next + 1) % PORT_COUNT;
    try {
      if (!(await isPortTaken(port, host))) return port;
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(`Found no free port on ${host}.`, { cause: reason });
}

/** Whether another process listens on `port` of `host`. */
export function isPortTaken(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
