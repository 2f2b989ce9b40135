import { expect, test } from 'vitest';
import { filePolicy } from '../../../src/server/file-policy.ts';

/** The header as an object with lower-case names. */
function headersOf(raw: string[]): Record<string, string> {
  const entries: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) entries.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  return Object.fromEntries(entries);
}

test.each(['text/html', 'image/svg+xml', 'text/xml', 'application/pdf', 'image/png'])(
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
