import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, StaticFile } from './file-index.ts';

/*
 * No package does this. sirv 3, the closest, has weak ETags from size and time, sends an encoding that the client
 * refused by `q=0`, does not support lists in `If-None-Match`, and would send the compressed page of the build after
 * operators have edited the page; send and serve-static do not support compressed copies. Here the few files stay in
 * memory, so that a request never becomes a file name.
 */

const PREFERENCE = ['br', 'gzip'] as const;
const YEAR_SECONDS = 31_536_000;

/** Sends a file: compressed if the client accepts that, or 304 if it has it already. Node omits the body for HEAD. */
export function sendFile(req: IncomingMessage, res: ServerResponse, file: StaticFile): void {
  if (!isReading(req)) {
    refuseMethod(res);
    return;
  }
  const encoding = chooseEncoding(String(req.headers['accept-encoding'] ?? ''), file);
  const body = file.bodies[encoding] ?? file.bodies.identity;
  const etag = `"${file.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const header = {
    'Cache-Control': isImmutable(req, file) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    ETag: etag,
    ...(Object.keys(file.bodies).length > 1 ? { Vary: 'Accept-Encoding' } : {}),
  };
  if (matchesEtag(req.headers['if-none-match'], etag)) {
    res.writeHead(304, header).end();
    return;
  }
  res.writeHead(200, {
    ...header,
    'Content-Type': file.type,
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  });
  res.end(body);
}

/** Whether the URL changes with the content, because it contains a hash in the name or in the query. */
const isImmutable = ({ url }: IncomingMessage, { immutable, hash }: StaticFile): boolean =>
  immutable || url?.endsWith(`?v=${hash}`) === true;

/** Whether a request only reads (GET or HEAD). */
export const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Responds with 405 to a request for a read-only resource. */
export function refuseMethod(res: ServerResponse): void {
  sendText(res, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
}

/** Sends a short response in plain text. */
export function sendText(
  res: ServerResponse,
  status: number,
  text: string,
  header: Record<string, string> = {},
): void {
  const body = `${text}\n`;
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...header,
  });
  res.end(body);
}

/** Whether an `Accept-Encoding` header allows an encoding (RFC 9110 §12.5.3). */
export function allows(accept: string, encoding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}

/** The best encoding of a file that an `Accept-Encoding` header allows. */
export const chooseEncoding = (accept: string, file: Pick<StaticFile, 'bodies'>): Encoding =>
  PREFERENCE.find((name) => file.bodies[name] && allows(accept, name)) ?? 'identity';

function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((part) => ['*', etag].includes(part.trim().replace(/^W\//, '')));
}
