import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '#domain/app/is-object.ts';

/** What the build left for the server: the page's policy, directive to sources. */
type Policy = Record<string, string[]>;

/** Directives that name where records, files and previews come from. */
const BACKEND_DIRECTIVES = ['connect-src', 'img-src', 'media-src', 'frame-src'];

export interface SecurityHeaders {
  /** For the page itself. */
  page: Record<string, string>;
  /** For the document that the rich-text editor's content stands in, the only one the page frames. */
  frame: Record<string, string>;
  /** For everything else that is not proxied. Short: it travels with every file. */
  other: Record<string, string>;
}

/** HSTS is left to whoever ends TLS. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Says nothing to the page; a worker's script takes its policy from its own answer. */
const OTHER_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/** For whatever is neither the page nor an answer of the backend: other files, and errors of our own. */
export const CLOSED = { ...ALWAYS, 'Content-Security-Policy': OTHER_POLICY };

/** Path of the document that the page frames. Its own policy stands in it. */
export const FRAME_PATH = '/rich-text.html';

const FRAME = {
  ...ALWAYS,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy': "script-src 'none'; frame-ancestors 'self'",
};

/** Only documents heed these. */
const PAGE_ONLY = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/**
 * Security header of the built dashboard, with its policy from the build. Where the page names a
 * backend on another origin, that origin (and no other) is allowed beside our own.
 *
 * @throws when dist/server/headers.json is missing or unreadable: then the build is not complete
 */
export async function loadSecurityHeaders(serverDir: string, page: string): Promise<SecurityHeaders> {
  const { csp, preload } = parseHeaders(await readFile(join(serverDir, 'headers.json'), 'utf8'));
  const backend = configuredBackend(page);
  const policy = Object.entries(csp).map(([directive, sources]) => {
    const extra = backend && BACKEND_DIRECTIVES.includes(directive) ? [backend] : [];
    return [directive, ...sources, ...extra].join(' ');
  });
  return {
    page: {
      ...ALWAYS,
      ...PAGE_ONLY,
      ...(preload.length ? { Link: preload.map(preloadLink).join(', ') } : {}),
      'Content-Security-Policy': policy.join('; '),
    },
    frame: FRAME,
    other: CLOSED,
  };
}

/** Lets the browser fetch a file while it still prepares to read the page. */
function preloadLink(url: string): string {
  return `<${url}>; rel=${url.endsWith('.css') ? 'preload; as=style' : 'modulepreload'}`;
}

/** Origin in the page's `<meta name="atoll-backend">`; undefined when empty or relative. */
export function configuredBackend(page: string): string | undefined {
  const tag = /<meta\b[^>]*\bname="atoll-backend"[^>]*>/i.exec(page)?.[0] ?? '';
  const content = /\bcontent="([^"]*)"/i.exec(tag)?.[1] ?? '';
  const url = URL.canParse(content) ? new URL(content) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : undefined;
}

function parseHeaders(text: string): { csp: Policy; preload: string[] } {
  const value: unknown = JSON.parse(text);
  const { csp, preload } = isObject(value) ? value : {};
  if (!isObject(csp)) throw new Error('headers.json holds no policy.');
  const policy: Policy = {};
  for (const [directive, sources] of Object.entries(csp)) {
    if (Array.isArray(sources)) policy[directive] = sources.map(String);
  }
  return { csp: policy, preload: Array.isArray(preload) ? preload.map(String) : [] };
}
