import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pagePolicy } from '#build/csp.mjs';
import { parseBackends } from '#domain/app/backends.ts';
import {
  CLOSED,
  configuredBackends,
  FRAME,
  loadPageHeaders,
  withBackends,
} from '#server/security-headers.ts';

test.each([
  ['<meta name="atoll-backend" content="">', []],
  ['<meta name="atoll-backend" content="/pb">', []],
  ['<meta name="atoll-backend" content="javascript:alert(1)">', []],
  ['<meta name="atoll-backend" content="https://pb.example.com/sub/path">', ['https://pb.example.com']],
  ['<meta content="http://10.0.0.2:8090" name="atoll-backend" />', ['http://10.0.0.2:8090']],
  [
    `<meta name="atoll-backends" content='[{"name":"A","url":"https://a.test/x"},{"name":"B","url":"./b/"}]'>`,
    ['https://a.test'],
  ],
  [
    '<meta name="atoll-backends" content="[{&quot;url&quot;:&quot;https://a.test&quot;}]">',
    ['https://a.test'],
  ],
  [
    '<!-- <meta name="atoll-backend" content="https://old.test"> --><meta name="atoll-backend" content="https://new.test">',
    ['https://new.test'],
  ],
  ['<meta name="atoll-backends" content="no list">', []],
  ['<meta name="other" content="https://x.test"><p>', []],
])('reads the backends of %s', (page, origins) => {
  expect(configuredBackends(page)).toEqual(origins);
});

test('writes the list of backends where the browser reads it, not into a comment', () => {
  const comment = '<!-- <meta name="atoll-backends" content="old"> -->';
  const list = parseBackends('[{"name":"A","url":"https://a.test"}]');
  const changed = withBackends(`${comment}<meta name="atoll-backends" content="">`, list, ['A@1']);
  expect(changed).toMatch(
    /^<!-- .*content="old"> --><meta name="atoll-backends" content="\[\{&quot;name&quot;:&quot;A&quot;,&quot;url&quot;:&quot;.\/backends\/A@1\/&quot;/,
  );
  expect(() => withBackends(comment, list, ['A@1'])).toThrow('index.html has no place');
});

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atoll-headers-'));
});

afterEach(() => rm(dir, { recursive: true }));

async function load(file: unknown, page = ''): Promise<Record<string, string>> {
  await writeFile(join(dir, 'headers.json'), JSON.stringify(file));
  return loadPageHeaders(dir, page);
}

test('allows only records, images, media and frames from the backend that the page names', async () => {
  const page = '<meta name="atoll-backend" content="https://pb.example.com">';
  const headers = await load({ csp: pagePolicy('', []), preload: [] }, page);
  const policy = headers['Content-Security-Policy'] ?? '';
  const allowing = policy
    .split('; ')
    .map((directive) => directive.split(' '))
    .filter(([, ...sources]) => sources.includes('https://pb.example.com'));
  expect(allowing.map(([name]) => name)).toEqual(['connect-src', 'img-src', 'media-src', 'frame-src']);
});

const CSP = { 'default-src': ["'none'"], 'connect-src': ["'self'", 'data:'] };

test('sends the policy of the build with the page', async () => {
  const page = await load({ csp: CSP, preload: [] });
  expect(page['Content-Security-Policy']).toBe("default-src 'none'; connect-src 'self' data:");
  expect(page).not.toHaveProperty('Link');
});

test('announces the files of every route in the headers', async () => {
  const page = await load({ csp: CSP, preload: ['./a.js', './b.js'] });
  expect(page['Link']).toBe('<./a.js>; rel=modulepreload, <./b.js>; rel=modulepreload');
});

test.each(['page', 'frame', 'other'] as const)(
  'protects against other origins and type guessing: %s',
  async (kind) => {
    const headers = { page: await load({ csp: CSP, preload: [] }), frame: FRAME, other: CLOSED }[kind];
    expect(headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': kind === 'page' ? 'same-origin' : 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  },
);

test('allows only the page to frame the document of the editor, which runs no script', async () => {
  const page = await load({ csp: CSP, preload: [] });
  expect(FRAME).toMatchObject({
    'X-Frame-Options': 'SAMEORIGIN',
    'Content-Security-Policy': "script-src 'none'; frame-ancestors 'self'",
  });
  expect([page['X-Frame-Options'], CLOSED['X-Frame-Options']]).toEqual(['DENY', 'DENY']);
});

test('isolates the page from its opener, and denies it access to devices', async () => {
  const page = await load({ csp: CSP, preload: [] });
  expect(page['Cross-Origin-Opener-Policy']).toBe('same-origin');
  for (const device of ['camera', 'microphone', 'geolocation', 'usb']) {
    expect(page['Permissions-Policy']).toContain(`${device}=()`);
  }
});

test.each([[null], ['text'], [{}], [{ csp: null }], [{ csp: 'text' }]])(
  'refuses %j, which contains no policy',
  async (file) => {
    await expect(load(file)).rejects.toThrow('headers.json contains no policy.');
  },
);

test.each([
  [{ csp: CSP }],
  [{ csp: CSP, preload: 'text' }],
  [{ csp: { ...CSP, 'img-src': 'text' }, preload: [] }],
])('ignores parts of %j in another form', async (file) => {
  const page = await load(file);
  expect(page['Content-Security-Policy']).toBe("default-src 'none'; connect-src 'self' data:");
  expect(page).not.toHaveProperty('Link');
});
