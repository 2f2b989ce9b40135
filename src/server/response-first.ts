import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

type Written = (error?: Error | null) => void;

/**
 * Connects as undici does, but keeps a response that arrives before a write error: a backend that refuses an upload may
 * respond and close the connection while the client still sends, and Node would destroy the socket with the response.
 */
export function connectResponseFirst(): buildConnector.connector {
  const connect = buildConnector({});
  return (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) keepReading(result[1]);
      callback(...result);
    });
}

function keepReading(socket: Socket): void {
  const { _write: write, _writev: writeMany, destroy } = socket;
  const ignoreError =
    (written: Written): Written =>
    () =>
      written();
  socket._write = (chunk, encoding, written) => write.call(socket, chunk, encoding, ignoreError(written));
  if (writeMany) {
    socket._writev = (chunks, written) => writeMany.call(socket, chunks, ignoreError(written));
  }
  socket.destroy = (error) => {
    const isBroken = error !== undefined && 'syscall' in error && error.syscall === 'read';
    if (!isBroken || socket.readableEnded) return destroy.call(socket, error);
    // Reading fails only once: Node destroys the socket after its end, without this error.
    socket.push(null);
    return socket;
  };
}
