import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that only somebody who wants this very one takes it. */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;
/** Some ports are kept by the system; when nobody can listen on that many, the host is none of this machine. */
const ATTEMPTS = 100;

let next = Math.floor(Math.random() * PORT_COUNT);

/**
 * A TCP port that was free on `host` a moment ago, another one each time. Processes that look side by side begin in
 * different places, for with the same port one would take the other's server for its own; and a server that is
 * restarted finds its port as it left it.
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
  throw new Error(`No free port was found on ${host}.`, { cause: reason });
}

/** Whether something else already listens on `port` of `host`. */
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
