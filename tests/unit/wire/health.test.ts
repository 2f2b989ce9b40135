import { expect, test, vi } from 'vitest';
import { readVersion } from '#wire/dashboard.ts';
import { lineOfHealth } from '#wire/health.ts';
import { lineOfVersion } from '#wire/versions.ts';

test.each([
  [{ code: 200, data: {} }, 'pb23'],
  [{ code: 200, data: { canBackup: true, possibleProxyHeader: '', realIP: '127.0.0.1' } }, 'pb23'],
  [{ code: 200, data: { canBackup: false } }, 'pb22'],
  [{ code: 401, data: {} }, undefined],
  [{ code: 200, data: [] }, undefined],
  [{ code: 200 }, undefined],
  [null, undefined],
])('the health %j is that of line %s', (body, line) => {
  expect(lineOfHealth(body)).toBe(line);
});

test.each([
  ['0.22.0', 'pb22'],
  ['0.23.0', 'pb23'],
  ['0.40.6', 'pb23'],
  ['1.0.0', 'pb23'],
  ['0.21.9', undefined],
  ['', undefined],
  ['next', undefined],
])('version %j is of line %s', (version, line) => expect(lineOfVersion(version)).toBe(line));

test('the dashboard of a backend names its script, which has the version', async () => {
  const page = '<script type="module" crossorigin src="./assets/index-D5ZbhT_a.js"></script>';
  const source = '/_/assets/index-D5ZbhT_a.js';
  const read = vi.fn(async (path: string) => (path === source ? 'a="PocketBase v0.40.6";' : ''));
  const found = { source, version: '0.40.6' };
  expect(await readVersion(page, read)).toEqual(found);
  expect(await readVersion(page, read, found)).toEqual(found);
  expect(read).toHaveBeenCalledOnce();
  expect(await readVersion('<p>Another page.</p>', read, found)).toBeUndefined();
  expect(await readVersion(page, async () => 'a="v0.40.6"')).toEqual({ source, version: undefined });
});
