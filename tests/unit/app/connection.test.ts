import { afterEach, expect, test, vi } from 'vitest';
import { isMetered } from '#browser/connection.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['an unknown connection', undefined, false],
  ['a browser told to save data', { saveData: true }, true],
  ['a connection paid for by the megabyte', { type: 'cellular' }, true],
  ['a slow connection', { effectiveType: '2g' }, true],
  ['a very slow connection', { effectiveType: 'slow-2g' }, true],
  ['a good connection', { type: 'wifi', effectiveType: '4g', saveData: false }, false],
])('%s is metered or not', (_, connection, expected) => {
  vi.stubGlobal('navigator', connection === undefined ? {} : { connection });
  expect(isMetered()).toBe(expected);
});
