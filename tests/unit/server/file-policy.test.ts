import { expect, test } from 'vitest';
import { filePolicy, isolated, runsFile } from '#server/response-headers.ts';

/** The headers as an object with lower-case names. */
function headersOf(raw: string[]): Record<string, string> {
  const entries: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) entries.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  return Object.fromEntries(entries);
}

test.each(['text/html', 'image/svg+xml', 'text/xml', 'application/pdf', 'image/png'])(
  'sandboxes an uploaded %s without a policy',
  (type) => {
    const headers = headersOf(filePolicy(['Content-Type', type]));
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.*; sandbox$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

test.each([filePolicy, isolated])(
  'forbids to guess the type once, whatever the backend says of that',
  (policy) => {
    const headers = policy(['X-Content-Type-Options', 'none', 'Content-Type', 'text/html']);
    expect(headers.filter((_, at) => headers[at - 1] === 'X-Content-Type-Options')).toEqual(['nosniff']);
  },
);

test('keeps the policy of the backend', () => {
  const raw = ['Content-Type', 'text/html', 'Content-Security-Policy', 'sandbox'];
  expect(headersOf(filePolicy(raw))['content-security-policy']).toBe('sandbox');
});

test('separates cached copies by destination', () => {
  const headers = filePolicy(['Vary', 'Origin']);
  expect(headers.slice(0, 2)).toEqual(['Vary', 'Origin']);
  expect(headersOf(headers)).toMatchObject({ vary: 'Sec-Fetch-Dest' });
});

test.each([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
  'json',
  'manifest',
  'whatever-comes-next',
])('recognises %s as a destination that runs a file', (purpose) => {
  expect(runsFile({ 'sec-fetch-dest': purpose })).toBe(true);
});

test.each([
  'image',
  'audio',
  'video',
  'track',
  'font',
  'frame',
  'iframe',
  'embed',
  'object',
  'document',
  'empty',
])('allows a file to be shown as %s', (purpose) => {
  expect(runsFile({ 'sec-fetch-dest': purpose })).toBe(false);
});

test('sends files to clients that name no destination', () => {
  expect(runsFile({})).toBe(false);
});
