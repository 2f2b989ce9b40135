import { expect, test } from 'vitest';
import { filePolicy } from '../../../src/server/file-policy.ts';

/** The header as an object with lower-case names. */
function headersOf(raw: string[]): Record<string, string> {
  const entries: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) entries.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  return Object.fromEntries(entries);
}

test.each(['text/html', 'image/svg+xml', 'text/xml', 'application/octet-stream', 'image/png'])(
  'sandboxes an uploaded %s that comes without a policy',
  (type) => {
    const headers = headersOf(filePolicy(['Content-Type', type]));
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.*; sandbox$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

test('keeps the policy of the backend', () => {
  const raw = ['Content-Type', 'text/html', 'Content-Security-Policy', 'sandbox'];
  expect(headersOf(filePolicy(raw))['content-security-policy']).toBe('sandbox');
});

test.each(['application/pdf', 'Application/PDF; charset=binary'])('lets the viewer show %s', (type) => {
  const raw = ['Content-Type', type, 'Content-Security-Policy', "default-src 'none'; sandbox"];
  const headers = headersOf(filePolicy(raw));
  expect(headers['content-security-policy']).not.toContain('sandbox');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('does not take a longer type for a PDF', () => {
  const headers = headersOf(filePolicy(['Content-Type', 'application/pdf+html']));
  expect(headers['content-security-policy']).toContain('sandbox');
});
