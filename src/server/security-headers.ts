import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '#domain/app/is-object.ts';

/** The page's content security policy from the build: directive to sources. */
type Policy = Record<string, string[]>;

/** Directives for the origins of records, files and previews. */
const BACKEND_DIRECTIVES = ['connect-src', 'img-src', 'media-src', 'frame-src'];

export interface SecurityHeaders {
  /** For the page itself. */
  page: Record<string, string>;
  /** For the document that contains the rich-text editor's content, the only one in a frame. */
  frame: Record<string, string>;
  /** For all other responses that are not proxied. Short, because every file includes it. */
  other: Record<string, string>;
}

/** Without HSTS: that header belongs to the server that terminates TLS. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Does not affect the page, but a worker takes its policy from the response of its script. */
const OTHER_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/** For responses that are neither the page nor proxied: other files, and Atoll's own errors. */
export const CLOSED = { ...ALWAYS, 'Content-Security-Policy': OTHER_POLICY };

/** Path of the document in the frame. It contains its own policy. */
export const FRAME_PATH = '/rich-text.html';

const FRAME = {
  ...ALWAYS,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy': "script-src 'none'; frame-ancestors 'self'",
};

/** Browsers apply these only to documents. */
const PAGE_ONLY = {
  // By the referer, the logs tell requests of the dashboard from those of an app. The address of the page has no secret.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};

/**
 * Security headers of the built dashboard, with the policy from the build. When the page names a backend on
 * another origin, the policy allows that origin too.
 *
 * @throws when dist/server/headers.json is missing or unreadable, because the build is incomplete
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
      // Lets the browser fetch these modules before it parses the page.
      ...(preload.length ? { Link: preload.map((url) => `<${url}>; rel=modulepreload`).join(', ') } : {}),
      'Content-Security-Policy': policy.join('; '),
    },
    frame: FRAME,
    other: CLOSED,
  };
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
  if (!isObject(csp)) throw new Error('headers.json contains no policy.');
  const policy: Policy = {};
  for (const [directive, sources] of Object.entries(csp)) {
    if (Array.isArray(sources)) policy[directive] = sources.map(String);
  }
  return { csp: policy, preload: Array.isArray(preload) ? preload.map(String) : [] };
}
