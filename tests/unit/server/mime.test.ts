import { expect, test } from 'vitest';
import { contentType } from '#server/file-index.ts';

test.each([
  ['/a.css', 'text/css; charset=utf-8'],
  ['/a.html', 'text/html; charset=utf-8'],
  ['/favicon.ico', 'image/x-icon'],
  ['/a.min.js', 'text/javascript; charset=utf-8'],
  ['/a.mjs', 'text/javascript; charset=utf-8'],
  ['/a.json', 'application/json; charset=utf-8'],
  ['/a.png', 'image/png'],
  ['/a.svg', 'image/svg+xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/a.wasm', 'application/wasm'],
  ['/a.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['/a.webp', 'image/webp'],
  ['/a.woff2', 'font/woff2'],
  ['/A.PNG', 'image/png'],
  ['/a.unheard', 'application/octet-stream'],
  ['/a', 'application/octet-stream'],
  ['/css', 'application/octet-stream'],
])('sends %s as %s', (path, type) => {
  expect(contentType(path)).toBe(type);
});
