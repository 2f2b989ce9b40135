import { createServer } from 'node:net';
import { listen } from '#tests/support/listen.ts';
import { openRequest, readAll } from './http-client.ts';

const BOUNDARY = 'atoll-upload';

/** A form with one file of the given size in bytes. */
export function fileForm(bytes: number): Buffer {
  const lines = [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="doc"; filename="doc.bin"',
    'Content-Type: application/octet-stream',
    '',
    '',
  ];
  return Buffer.concat([
    Buffer.from(lines.join('\r\n')),
    Buffer.alloc(bytes, 'x'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** Sends a body and returns status and text of the response, or the reason why there was none. */
export async function upload(url: string, body: Buffer): Promise<{ status: number; text: string }> {
  const { req, response } = openRequest(url, {
    method: 'POST',
    headers: {
      'Content-Length': String(body.length),
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  req.end(body);
  try {
    const incoming = await response;
    return { status: incoming.statusCode ?? 0, text: String(await readAll(incoming)) };
  } catch (error) {
    return { status: 0, text: String(error) };
  } finally {
    req.destroy();
  }
}

/** A backend that sends 413 as soon as a request begins, and aborts the connection during the rest. */
export async function startHastyBackend() {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      if (!bytes.toString('latin1').startsWith('POST ')) {
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      const body = '{"code":413}';
      const head = `HTTP/1.1 413 Too Large\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      socket.write(head + body, () => socket.resetAndDestroy());
    });
  });
  return listen(server);
}
