import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagePolicy } from '../../../src/server/build/csp.mjs';
import { configuredBackend, loadSecurityHeaders } from '../../../src/server/security-headers.ts';

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

test('the backend that the page names may send records, pictures, sound and frames, and nothing else', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'atoll-headers-'));
  const csp = pagePolicy('', []);
  await writeFile(join(dir, 'headers.json'), JSON.stringify({ csp, preload: [] }));
  const page = '<meta name="atoll-backend" content="https://pb.example.com">';
  const headers = await loadSecurityHeaders(dir, page);
  await rm(dir, { recursive: true });
  const policy = headers.page['Content-Security-Policy'] ?? '';
  const allowing = policy
    .split('; ')
    .map((directive) => directive.split(' '))
    .filter(([, ...sources]) => sources.includes('https://pb.example.com'));
  expect(allowing.map(([name]) => name)).toEqual(['connect-src', 'img-src', 'media-src', 'frame-src']);
});
