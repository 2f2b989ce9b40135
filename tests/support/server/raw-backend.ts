import { createServer, type Socket } from 'node:net';
import { listen } from '#tests/support/listen.ts';

/** A complete request as received bytes. Strings are latin1, one byte per character. */
export interface ArrivedRequest {
  method: string;
  target: string;
  /** Its `X-Tag`; empty when it has none. */
  tag: string;
  body: string;
}

export interface RawBackend {
  readonly url: string;
  /** Every complete request except those of a starting server, in the order of completion. */
  readonly arrived: ArrivedRequest[];
  /** Violations: bytes that do not begin a request or arrive too early, and connections reused after a body. */
  readonly violations: string[];
  stop(): Promise<void>;
}

type Framing = { kind: 'length'; bytes: number } | { kind: 'chunked' };

const REQUEST_LINE = /^([A-Z]+) (\/\S*) HTTP\/1\.1$/;
const HEADER_LINE = /^[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*$/;
/** The request of a starting server, without a tag. */
const INSPECTIONS = ['/api/health', '/_/'];
const CHUNK_HEAD = /^([0-9a-f]+)\r\n/i;

/**
 * A backend that reads its connections byte by byte and as strictly as possible, because an HTTP library would hide
 * what a proxy really sent. It answers every complete request with the request's own tag, some of them late.
 */
export async function startRawBackend(): Promise<RawBackend> {
  const arrived: ArrivedRequest[] = [];
  const violations: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    watch(socket, arrived, (text) => violations.push(text));
  });
  const { url, stop } = await listen(server);
  return {
    url,
    arrived,
    violations,
    stop: () => {
      for (const socket of open) socket.destroy();
      return stop();
    },
  };
}

function watch(socket: Socket, arrived: ArrivedRequest[], report: (violation: string) => void): void {
  let text = '';
  let isResponding = false;
  let hadBody = false;
  const fail = (reason: string) => {
    report(`${reason}: ${JSON.stringify(text.slice(0, 200))}`);
    socket.destroy();
  };
  socket.setEncoding('latin1');
  socket.on('data', (bytes: string) => {
    text += bytes;
    if (isResponding) return fail('bytes before the response');
    if (hadBody) return fail('a connection shared after a body');
    let request: (ArrivedRequest & { hasBody: boolean }) | undefined;
    try {
      const parsed = parseRequest(text);
      if (!parsed) return;
      request = parsed.request;
      text = text.slice(parsed.length);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    if (text) return fail('bytes behind a request');
    hadBody = request.hasBody;
    isResponding = true;
    const { method, target, tag, body } = request;
    if (tag || !INSPECTIONS.includes(target)) arrived.push({ method, target, tag, body });
    const respond = () => {
      isResponding = false;
      if (socket.writable) socket.write(responseText(method, tag), 'latin1');
    };
    // A response in the wrong order would overtake a late response.
    if (arrived.length % 3 === 0) setTimeout(respond, 3);
    else respond();
  });
}

function responseText(method: string, tag: string): string {
  const head = `HTTP/1.1 200 OK\r\nX-Tag: ${tag}\r\nContent-Length: ${tag.length}\r\n\r\n`;
  return method === 'HEAD' ? head : head + tag;
}

/** The request at the beginning of a text; undefined while a part is missing. Throws on anything else. */
function parseRequest(
  text: string,
): { request: ArrivedRequest & { hasBody: boolean }; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...headers] = text.slice(0, end === -1 ? undefined : end).split('\r\n');
  const parts = REQUEST_LINE.exec(line);
  if (end === -1) {
    // A complete first line can be checked before the rest has arrived.
    if (!parts && headers.length > 0) throw new Error('no request line');
    return undefined;
  }
  if (!parts || headers.some((header) => !HEADER_LINE.test(header))) throw new Error('no request');
  const [, method = '', target = ''] = parts;
  const framing = framingOf(headers);
  const start = end + 4;
  const found = framing.kind === 'chunked' ? readChunks(text, start) : readLength(text, start, framing.bytes);
  if (!found) return undefined;
  const tag = headerValues(headers, 'x-tag')[0] ?? '';
  const hasBody = framing.kind === 'chunked' || framing.bytes > 0;
  return { request: { method, target, tag, body: found.body, hasBody }, length: found.end };
}

function framingOf(headers: string[]): Framing {
  const lengths = headerValues(headers, 'content-length');
  const codings = headerValues(headers, 'transfer-encoding');
  if (lengths.length + codings.length > 1) throw new Error('framed twice');
  if (codings.length > 0) {
    if (codings[0] !== 'chunked') throw new Error('unknown coding');
    return { kind: 'chunked' };
  }
  const [length = '0'] = lengths;
  if (!/^\d+$/.test(length)) throw new Error('no length');
  return { kind: 'length', bytes: Number(length) };
}

function headerValues(headers: string[], name: string): string[] {
  return headers
    .map((header) => [header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1)] as const)
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value.trim());
}

function readLength(text: string, start: number, bytes: number) {
  const end = start + bytes;
  return text.length < end ? undefined : { body: text.slice(start, end), end };
}

function readChunks(text: string, start: number) {
  let at = start;
  let body = '';
  for (;;) {
    const head = CHUNK_HEAD.exec(text.slice(at));
    if (!head) {
      if (text.length - at > 18) throw new Error('no chunk');
      return undefined;
    }
    const size = Number.parseInt(head[1] ?? '', 16);
    const data = at + head[0].length;
    if (text.length < data + size + 2) return undefined;
    if (text.slice(data + size, data + size + 2) !== '\r\n') throw new Error('a chunk of another size');
    body += text.slice(data, data + size);
    at = data + size + 2;
    if (size === 0) return { body, end: at };
  }
}
