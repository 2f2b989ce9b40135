import { type FramedRequest, isClearlyFramed } from './request-framing.ts';

/** What a request line may ask for. The path of a page is decoded and written anew, so that it has one spelling. */
export type Target =
  | { kind: 'api' }
  | { kind: 'file' }
  | { kind: 'installer-check' }
  | { kind: 'page'; path: string }
  | { kind: 'hostile'; reason: 'target' | 'framing' };

const HOSTILE: Target = { kind: 'hostile', reason: 'target' };

/** Printable ASCII without space, quotes, angle brackets and `#`: what clients send unencoded. */
const URL_CHARACTERS = /^[!$-;=?-~]+$/;
/** `.`, `..` and longer runs, also with the `;parameters` some servers cut off. */
const DOT_SEGMENT = /^\.+(;.*)?$/;
/** What leads to a record's id, the id, and what follows it. */
const RECORD_ID = /^(\/api\/(?:collections\/[^/]+\/records|files\/[^/]+)\/)([^/]+)(.*)$/;
/** Encoded more often than this is nobody's honest path. */
const MAX_DECODINGS = 4;

/** Sorts a request; one whose end two servers could read differently is hostile, whatever it asks for (`framing`). */
export function classifyRequest(req: FramedRequest & { url?: string | undefined }): Target {
  return isClearlyFramed(req) ? classifyTarget(req.url ?? '') : { kind: 'hostile', reason: 'framing' };
}

/**
 * Sorts a raw request target, exactly as it stood in the request line. Everything that two servers
 * could read differently is hostile: absolute forms, authorities, dot segments, backslashes, empty
 * segments, and any of those (or a slash, a dot or a control character) behind percent-encoding. A
 * record's id alone may hold encoded slashes, backslashes and percent signs.
 */
export function classifyTarget(raw: string): Target {
  const path = plainPath(raw);
  if (path === undefined) return HOSTILE;
  // The backend knows its API by this one spelling.
  if (raw.startsWith('/api/')) return { kind: path.startsWith('/api/files/') ? 'file' : 'api' };
  if (path === '/_/') return { kind: 'installer-check' };
  return { kind: 'page', path: encodeURI(path) };
}

/** The decoded path of a target; undefined when two servers could read it differently. */
function plainPath(raw: string): string | undefined {
  if (!raw.startsWith('/') || !URL_CHARACTERS.test(raw)) return undefined;
  const path = pathOf(raw);
  if (path.includes('\\') || path.includes('//')) return undefined;
  if (hasDotSegment(path)) return undefined;
  const [, before = '', id = '', after = ''] = RECORD_ID.exec(path) ?? [];
  if (!id) return decodePlain(path);
  const around = decodePlain(before + after);
  return isHarmlessId(id) ? around : undefined;
}

/**
 * Whether an encoded record id stays one, or at worst becomes a path below its collection, on every server
 * on the way. The ids of a view are what its query selects: slashes, backslashes and percent signs are
 * letters of them. Dots, dot segments and control characters stay as hostile as in any path.
 */
function isHarmlessId(id: string): boolean {
  const dots = count(id, '.');
  let text = id;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    // A percent sign of the id itself begins no escape; whatever looks like one behind it might be taken for one.
    const decoded = round === 0 ? decode(text) : decodeEscapes(text);
    if (decoded === undefined || hasControl(decoded) || hasDotSegment(decoded)) return false;
    if (count(decoded, '.') !== dots) return false;
    if (decoded === text) return true;
    text = decoded;
  }
  return false;
}

function hasDotSegment(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => DOT_SEGMENT.test(segment));
}

/** Decodes until nothing is left to decode. It may reveal letters, never structure: then undefined. */
function decodePlain(path: string): string | undefined {
  const slashes = count(path, '/');
  const dots = count(path, '.');
  let text = path;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const decoded = decode(text);
    if (decoded === undefined || decoded === text) return decoded;
    if (count(decoded, '/') !== slashes || count(decoded, '.') !== dots) return undefined;
    if (decoded.includes('\\') || hasControl(decoded)) return undefined;
    text = decoded;
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Every escape as the one byte it stands for, whatever stands around it. */
function decodeEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
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
