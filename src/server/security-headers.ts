import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isObject, members, parseJson, text } from '#domain/app/lenient.ts';
import { type MapTiles, tilesOrigin } from '#domain/app/map-tiles.ts';
import { isShared } from '#domain/app/storage-keys.ts';
import { backendPath } from './request-target.ts';

type Policy = Record<string, string[]>;

const BACKEND_DIRECTIVES = ['connect-src', 'img-src', 'media-src', 'frame-src'];

/** Without HSTS: that header belongs to the server that terminates TLS. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Does not affect the page, but a worker takes its policy from the response of its script. */
const OTHER_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/** For all responses that are neither the page nor proxied. Short: every file has them. */
export const CLOSED = { ...ALWAYS, 'Content-Security-Policy': OTHER_POLICY };

/** The rich-text editor's content, the only document in a frame. It has its own policy. */
export const FRAME_PATH = '/rich-text.html';

export const FRAME = {
  ...ALWAYS,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy': "script-src 'none'; frame-ancestors 'self'",
};

const PAGE_ONLY = {
  // By the referer, the logs tell requests of the dashboard from those of an app; it has no secret.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/** The policy from the build with the origins of backends and of tiles, and other headers. Throws without headers.json. */
export async function loadPageHeaders(serverDir: string, page: string): Promise<Record<string, string>> {
  const { csp, preload } = parseHeaders(await readFile(join(serverDir, 'headers.json'), 'utf8'));
  const backends = configuredBackends(page);
  const policy = Object.entries(csp).map(([directive, sources]) => {
    const extra = BACKEND_DIRECTIVES.includes(directive) ? backends : [];
    const tiles = (directive === 'img-src' && tilesOrigin(contentOf(page, 'atoll-tiles').trim())) || [];
    return [directive, ...sources, ...extra, ...[tiles].flat()].join(' ');
  });
  return {
    ...ALWAYS,
    ...PAGE_ONLY,
    // Lets the browser fetch these modules before it parses the page.
    ...(preload.length ? { Link: preload.map((url) => `<${url}>; rel=modulepreload`).join(', ') } : {}),
    'Content-Security-Policy': policy.join('; '),
  };
}

/** Origins in the page's `<meta>` elements `atoll-backend` and `atoll-backends`; none when empty or relative. */
export function configuredBackends(page: string): string[] {
  const urls = [contentOf(page, 'atoll-backend'), ...urlsIn(contentOf(page, 'atoll-backends'))];
  const origins = urls.flatMap((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === 'http:' || url?.protocol === 'https:' ? [url.origin] : [];
  });
  return [...new Set(origins)];
}

/** Whether the page names no backend, so that it uses the one that its server forwards to. */
export const usesServersBackend = (page: string): boolean =>
  !contentOf(page, 'atoll-backend') && !contentOf(page, 'atoll-backends');

/** What is wrong with the page's `<meta name="atoll-storage-key">`, in one line; undefined when it is valid. */
export function storageKeyProblem(page: string): string | undefined {
  const key = contentOf(page, 'atoll-storage-key').trim();
  if (urlsIn(contentOf(page, 'atoll-backends')).length < 2 || !isShared(key)) return undefined;
  return `All backends would share the session in "${key}". Choose another atoll-storage-key in index.html, such as pocketbase_auth.`;
}

/** The content of a `<meta>`, '' when there is none. Operators may keep an earlier one in a comment. */
function contentOf(page: string, name: string): string {
  const shown = page.replace(/<!--[\s\S]*?-->/g, '');
  const tag = new RegExp(`<meta\\b[^>]*\\bname="${name}"[^>]*>`, 'i').exec(shown)?.[0] ?? '';
  const [, quoted = '', single = ''] = /\bcontent=(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  return (quoted || single).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The addresses in a list of backends; the page itself reports a list that is not valid. */
function urlsIn(json: string): string[] {
  const entries = parseJson(json);
  return Array.isArray(entries) ? entries.map((entry) => text(members(entry)['url'])) : [];
}

/** Writes a list of backends into the page, with relative addresses; `stamped` are their names with stamps. */
export function withBackends(
  page: string,
  backends: readonly NamedBackend[],
  stamped: readonly string[],
): string {
  const list = backends.map(({ name, color, production, readOnly }, index) => {
    return { name, url: `.${backendPath(stamped[index] ?? name)}`, color, production, readOnly };
  });
  return withContent(page, 'atoll-backends', JSON.stringify(list));
}

/** Whether the page says that no backend may be changed. */
export const isPageReadOnly = (page: string): boolean => contentOf(page, 'atoll-read-only').trim() !== '';

/** Writes into the page that no backend may be changed. */
export const withReadOnly = (page: string): string =>
  isPageReadOnly(page) ? page : withContent(page, 'atoll-read-only', '1');

function withContent(page: string, name: string, content: string): string {
  const changed = page.replace(
    new RegExp(`<!--[\\s\\S]*?-->|(<meta\\b[^>]*\\bname="${name}"[^>]*\\bcontent=)"[^"]*"`, 'gi'),
    (found, start?: string) => (start ? `${start}"${content.replaceAll('"', '&quot;')}"` : found),
  );
  if (changed === page) throw new Error(`index.html has no place for ${name}.`);
  return changed;
}

/** Writes where tiles come from into the page; the first element of a name counts. */
export function withTiles(page: string, { url, credit }: MapTiles): string {
  const meta = (name: string, content: string) =>
    `<meta name="${name}" content="${content.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)}">`;
  return page.replace(
    /<meta\s+charset=[^>]*>/i,
    (charset) => charset + meta('atoll-tiles', url) + meta('atoll-tiles-credit', credit),
  );
}

function parseHeaders(text: string): { csp: Policy; preload: string[] } {
  const value: unknown = JSON.parse(text);
  const { csp, preload } = isObject(value) ? value : {};
  if (!isObject(csp)) throw new Error('headers.json contains no policy.');
  const policy: Policy = {};
  for (const [directive, sources] of Object.entries(csp)) {
    if (Array.isArray(sources)) policy[directive] = sources.map(String);
  }
  return { csp: policy, preload: Array.isArray(preload) ? preload.map(String) : [] };
}
