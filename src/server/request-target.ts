import { scryptSync } from 'node:crypto';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isValidAdminToken } from '#wire/identities.ts';
import { FREE_TEXT, isAdminsPath, isFilePath } from '#wire/paths.ts';
import { type RawHeaders, valuesOf } from './proxy-headers.ts';
import { type FramedRequest, isClearlyFramed } from './request-framing.ts';

/** The kinds of request targets. The path of a page is decoded and encoded again, so that it has one spelling. */
export type Target =
  | { kind: 'api' }
  | { kind: 'file' }
  | { kind: 'installer-check' }
  | { kind: 'page'; path: string }
  | { kind: 'hostile'; reason: 'target' | 'framing' };

const HOSTILE: Target = { kind: 'hostile', reason: 'target' };

/** The characters that clients send unencoded: printable ASCII without space, quotes, angle brackets and `#`. */
const URL_CHARACTERS = /^[!$-;=?-~]+$/;
/** `.`, `..` and longer runs of dots, also with the `;parameters` that some servers remove. */
const DOT_SEGMENT = /^\.+(;.*)?$/;
/** No legitimate path is encoded more often than this. */
const MAX_DECODINGS = 4;

/** The prefix of a backend of a list in a target; its name and its stamp have one spelling. */
const BACKEND = /^\/backends\/((?:\w|-|%20)+)(@\w*)?(?=\/(?:api|_)\/)/;

/** Splits the prefix of a named backend, with the stamp of the page's own requests, from a request target. */
export function splitBackend(target = '') {
  const [prefix = '', name, stamp] = BACKEND.exec(target) ?? [];
  return { backend: name?.replaceAll('%20', ' '), stamp, url: target.slice(prefix.length) };
}

/** A backend as requests of the page name it, `NAME@STAMP`: slow, so that nobody finds its address by trying. */
export const stampedName = ({ name, url }: NamedBackend): string =>
  `${name}@${scryptSync(url, name, 6).toString('hex')}`;

/** Where the server serves a backend of a list by its name, with or without its stamp; with a slash at the end. */
export const backendPath = (name: string): string => `/backends/${name.replaceAll(' ', '%20')}/`;

/** Whether a request has a token of an administrator, in more spellings than PocketBase reads, or is for one only. */
export function isByAdmin(raw: RawHeaders, url: string): boolean {
  const query = new URLSearchParams(url.replace(/^[^?]*/, ''));
  const tokens = [...valuesOf(raw, 'authorization'), ...query.values()].join(' ').split(/[\s,]+/);
  return isAdminsPath(plainPath(url) ?? '') || tokens.some((token) => isValidAdminToken(token, 0));
}

/** Classifies a request by its target without a backend; hostile if two servers could find different ends of it. */
export function classifyRequest(
  req: FramedRequest & { url?: string | undefined },
  url: string = req.url ?? '',
): Target {
  return isClearlyFramed(req) ? classifyTarget(url) : { kind: 'hostile', reason: 'framing' };
}

/**
 * Classifies a request target exactly as the request line contains it. A target that two servers could read
 * differently is hostile: absolute forms, authorities, dot segments, backslashes, empty segments, and any of
 * those (or a slash, a dot or a control character) in percent-encoded form. Only a record's id and a backup's name may
 * contain encoded slashes, backslashes and percent signs.
 */
export function classifyTarget(raw: string): Target {
  const path = plainPath(raw);
  if (path === undefined) return HOSTILE;
  // The backend accepts only this spelling of its API.
  if (raw.startsWith('/api/')) return { kind: isFilePath(path) ? 'file' : 'api' };
  if (path === '/_/') return { kind: 'installer-check' };
  return { kind: 'page', path: encodeURI(path) };
}

/** The decoded path of a target; undefined when two servers could read it differently. */
function plainPath(raw: string): string | undefined {
  if (!raw.startsWith('/') || !URL_CHARACTERS.test(raw)) return undefined;
  const [path = ''] = raw.split('?', 1);
  if (path.includes('\\') || path.includes('//') || hasDotSegment(path)) return undefined;
  const [, before = '', id = '', after = ''] = FREE_TEXT.exec(path) ?? [];
  if (!id) return decodePlain(path);
  const around = decodePlain(before + after);
  return isHarmlessId(id) ? around : undefined;
}

/**
 * Whether every server on the way reads an encoded record id as an id, or at worst as a path below its collection.
 * The query of a view can select any text as an id, including slashes, backslashes and percent signs, and an uploaded
 * backup keeps the name of its file. Encoded dots, dot segments and control characters are as hostile as in any other
 * path.
 */
function isHarmlessId(id: string): boolean {
  const dots = count(id, '.');
  let text = id;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    // After the first decoding a percent sign belongs to the id, but another server might decode it again.
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

/** Decodes until nothing is left to decode. Undefined when that reveals slashes, dots or control characters. */
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

/** Decodes every escape as one byte, without UTF-8. */
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
