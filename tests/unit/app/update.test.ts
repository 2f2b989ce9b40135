import { expect, test } from 'vitest';
import { addressIn, buildOf, isMissing } from '#domain/app/update.ts';

test.each([
  [404, 'text/plain', true],
  [410, null, true],
  // PocketBase and other static hosts respond with their page to requests for missing files.
  [200, 'text/html; charset=utf-8', true],
  [200, 'text/javascript', false],
  [200, null, false],
  [502, 'text/html', false],
  [401, 'text/html', false],
])('a response with status %s and type %s means a missing script: %s', (status, type, expected) => {
  expect(isMissing(status, type)).toBe(expected);
});

test.each([
  ['<meta charset="utf-8"><meta name="atoll-build" content="1a2b"><meta name="x" content="y">', '1a2b'],
  ['<meta content="1a2b" name="atoll-build" />', '1a2b'],
  ['<meta name="atoll-build" content=""><meta name="x" content="y">', undefined],
  ['<h1>Sign in to the proxy</h1>', undefined],
])('%s has build id %s', (html, build) => {
  expect(buildOf(html)).toBe(build);
});

test.each([
  [
    new TypeError('Failed to fetch dynamically imported module: http://x.test/assets/a.1-_.js'),
    'http://x.test/assets/a.1-_.js',
  ],
  [
    new TypeError('error loading dynamically imported module: https://x.test/a.js?astro-retry=1'),
    'https://x.test/a.js?astro-retry=1',
  ],
  [new TypeError('Importing a module script failed.'), undefined],
  ['http://x.test/a.js', undefined],
])('%s contains the address %s', (error, address) => {
  expect(addressIn(error)).toBe(address);
});
