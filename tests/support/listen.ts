import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Lets a server listen on a free port inside the test process; `stop` also ends the connections of HTTP. */
export async function listen(server: Server & { closeAllConnections?(): void }, host = '127.0.0.1') {
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections?.();
    });
  return { url: `http://127.0.0.1:${port}`, port, stop };
}

/** A port of this machine on which nothing listens. */
export async function closedPort(): Promise<number> {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}
