import { expect, test } from 'vitest';
import { isNewerHealth } from '#wire/identities.ts';

test.each([
  [{ code: 200, data: {} }, true],
  [{ code: 200, data: { canBackup: false } }, false],
  [{ code: 401, data: {} }, false],
  [{ code: 200, data: [] }, false],
  [{ code: 200 }, false],
  [null, false],
])('the health %j is that of a newer backend: %s', (body, isNewer) => {
  expect(isNewerHealth(body)).toBe(isNewer);
});
