import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

type Written = (error?: Error | null) => void;

/**
 * Connects as undici does by itself, and lets an answer win over the end of its connection. A backend that
 * refuses an upload may answer and close under the bytes that still come. Those then can't be written, and a
 * socket that fails to write is destroyed, together with the answer that it holds unread.
 */
export function connectAnswerFirst(): buildConnector.connector {
  const connect = buildConnector({});
  return (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) readToTheEnd(result[1]);
      callback(...result);
    });
}

/** What can't be written is dropped, and a broken connection ends behind what has come over it. */
function readToTheEnd(socket: Socket): void {
  const { _write: write, _writev: writeMany, destroy } = socket;
  const dropping =
    (written: Written): Written =>
    () =>
      written();
  socket._write = (chunk, encoding, written) => write.call(socket, chunk, encoding, dropping(written));
  if (writeMany) {
    socket._writev = (chunks, written) => writeMany.call(socket, chunks, dropping(written));
  }
  socket.destroy = (error) => {
    const isBroken = error !== undefined && 'syscall' in error && error.syscall === 'read';
    if (!isBroken || socket.readableEnded) return destroy.call(socket, error);
    // Reading fails once; what follows the end destroys the socket without this error.
    socket.push(null);
    return socket;
  };
}
