import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#scripts/lib/paths.ts';
import { MAX_HEADER } from '#server/limits.ts';
import { splitBackend } from '#server/request-target.ts';

const conf = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8');

test.each([
  '/api/admins/auth-with-password',
  '/api/collections/users/auth-with-password/',
  '/api/collections/_superusers/auth-with-password',
  '/api/collections/_superusers/auth-with-otp',
  '/api/collections/_superusers/request-otp',
  '/backends/Staging@0123456789ab/api/admins/auth-with-password',
  '/backends/My%20own-1/api/collections/users/auth-with-password',
])('nginx limits the attempts to sign in at %s', (path) => {
  const [, pattern = ''] = /location ~ (\S+) \{\s+limit_req /.exec(conf) ?? [];
  // nginx compares the decoded path.
  expect(new RegExp(pattern).test(decodeURIComponent(path))).toBe(true);
  expect(splitBackend(path).url).toMatch(/^\/api\//);
});

test('nginx accepts headers of the size that Atoll and PocketBase accept', () => {
  const [, number, kilobytes] = /large_client_header_buffers (\d+) (\d+)k;/.exec(conf) ?? [];
  expect(Number(number) * Number(kilobytes) * 1024).toBe(MAX_HEADER);
});
