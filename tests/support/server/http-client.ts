import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

/** A response as read from the connection. */
export interface RawResponse {
  status: number;
  /** Names in lower case; repeated headers joined with newlines. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends raw bytes, which an HTTP client would not send, and reads until the server closes.
 *
 * @param halfClose closes the client's half of the connection after the bytes
 */
export function exchange(url: string, bytes: string, { halfClose = false } = {}): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: halfClose });
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(parseResponse(text)));
    if (halfClose) socket.end(bytes, 'latin1');
    else socket.write(bytes, 'latin1');
  });
}

/** A request line with the minimum of headers; the server closes after its response. */
export function requestText(line: string, headers: string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: atoll.test', 'Connection: close', ...headers, '', body].join('\r\n');
}

/** Requests a path exactly as written, without the normalisation of an HTTP client. */
export function get(url: string, path: string, headers: string[] = []): Promise<RawResponse> {
  return exchange(url, requestText(`GET ${path}`, headers));
}

/** Begins a request; the test writes its body. */
export function openRequest(url: string, options: { method: string; headers?: Record<string, string> }) {
  const req = httpRequest(url, { ...options, agent: false });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    req.on('response', resolve);
    req.on('error', reject);
  });
  // The test may read it late, or not at all if it aborts the request.
  response.catch(() => undefined);
  return { req, response };
}

/** The next chunk of an unfinished body. */
export function nextChunk(stream: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.once('data', (chunk: Buffer) => {
      stream.pause();
      resolve(chunk.toString());
    });
    stream.once('error', reject);
    stream.resume();
  });
}

/** The rest of a body. */
export async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function parseResponse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4) };
}
