import { expect, test } from 'vitest';
import { configuredBackend } from '../../../src/server/security-headers.ts';

test.each([
  ['<meta name="atoll-backend" content="">', undefined],
  ['<meta name="atoll-backend" content="/pb">', undefined],
  ['<meta name="atoll-backend" content="javascript:alert(1)">', undefined],
  ['<meta name="atoll-backend" content="https://pb.example.com/sub/path">', 'https://pb.example.com'],
  ['<meta content="http://10.0.0.2:8090" name="atoll-backend" />', 'http://10.0.0.2:8090'],
  ['<meta name="other" content="https://x.test"><p>', undefined],
])('reads the backend of %s', (page, origin) => {
  expect(configuredBackend(page)).toBe(origin);
});
