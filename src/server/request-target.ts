import { type FramedRequest, isClearlyFramed } from './request-framing.ts';

/** What a request line may ask for. */
export type Target =
  | { kind: 'api' }
  | { kind: 'installer-check' }
  | { kind: 'page'; path: string }
  | { kind: 'hostile' };

/** Printable ASCII without space, quotes, angle brackets and `#`: what clients send unencoded. */
const URL_CHARACTERS = /^[!$-;=?-~]+$/;
/** `.`, `..` and longer runs, also with the `;parameters` some servers cut off. */
const DOT_SEGMENT = /^\.+(;.*)?$/;
/** Encoded more often than this is nobody's honest path. */
const MAX_DECODINGS = 4;

/** Sorts a request; one whose end two servers could read differently is hostile, whatever it asks for. */
export function classifyRequest(req: FramedRequest & { url?: string | undefined }): Target {
  return isClearlyFramed(req) ? classifyTarget(req.url ?? '') : { kind: 'hostile' };
}

/**
 * Sorts a raw request target, exactly as it stood in the request line. Everything that two servers
 * could read differently is hostile: absolute forms, authorities, dot segments, backslashes, empty
 * segments, and any of those (or a slash, a dot or a control character) behind percent-encoding.
 */
export function classifyTarget(raw: string): Target {
  if (!isPlainTarget(raw)) return { kind: 'hostile' };
  const path = pathOf(raw);
  if (path.startsWith('/api/')) return { kind: 'api' };
  if (path === '/_/') return { kind: 'installer-check' };
  return { kind: 'page', path };
}

/** True for a target the proxy passes on to the backend, byte by byte as it is. */
export function isForwardablePath(raw: string): boolean {
  return classifyTarget(raw).kind === 'api';
}

function isPlainTarget(raw: string): boolean {
  if (!raw.startsWith('/') || !URL_CHARACTERS.test(raw)) return false;
  const path = pathOf(raw);
  if (path.includes('\\') || path.includes('//')) return false;
  if (path.split('/').some((segment) => DOT_SEGMENT.test(segment))) return false;
  return isPlainWhenDecoded(path);
}

/** Decoding may reveal letters, never structure. */
function isPlainWhenDecoded(path: string): boolean {
  const slashes = count(path, '/');
  const dots = count(path, '.');
  let text = path;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const decoded = decode(text);
    if (decoded === undefined) return false;
    if (decoded === text) return true;
    if (count(decoded, '/') !== slashes || count(decoded, '.') !== dots) return false;
    if (decoded.includes('\\') || hasControl(decoded)) return false;
    text = decoded;
  }
  return false;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
