import { expect, test } from 'vitest';
import { classifyTarget, isForwardablePath } from '../../../src/server/request-target.ts';

test.each([
  '/api/health',
  '/api/',
  '/api/collections/posts/records?filter=(a~1)&x=%2e%2e%2f..//',
  '/api/files/posts/abc/photo_x1.jpg?thumb=100x100',
  '/api/collections/na%20me/records',
  '/api/caf%C3%A9',
  '/api/backups/@auto.zip',
])('forwards %s', (target) => {
  expect(isForwardablePath(target)).toBe(true);
});

test.each([
  '',
  'api/health',
  'http://127.0.0.1/api/health',
  '//host/api/',
  '/api/..',
  '/api/.',
  '/api/.../x',
  '/api/..;a/x',
  '/api//x',
  '/api/x\\y',
  '/api/x y',
  '/api/x"y',
  '/api/x<y',
  '/api/x#y',
  '/api/x\ty',
  '/api/%2e%2e/x',
  '/api/%2e',
  '/api/a%2fb',
  '/api/a%5cb',
  '/api/a%252fb',
  '/api/a%252e',
  '/api/a%00',
  '/api/a%1f',
  '/api/a%7f',
  '/api/a%',
  '/api/a%g1',
  '/api/a%25b',
  '/api/%c0%ae',
  `/api/a%${'25'.repeat(6)}2f`,
  '/api/\u00e9',
  '/x/../api/',
])('calls %j hostile', (target) => {
  expect(classifyTarget(target)).toEqual({ kind: 'hostile' });
});

test.each([
  ['/', '/'],
  ['/?a=b', '/'],
  ['/assets/x.js', '/assets/x.js'],
  ['/api', '/api'],
  ['/API/x', '/API/x'],
  ['/%61pi/x', '/%61pi/x'],
  ['/_', '/_'],
])('treats %s as a page, without its query', (target, path) => {
  expect(classifyTarget(target)).toEqual({ kind: 'page', path });
});

test("recognises the question after the backend's dashboard", () => {
  expect(classifyTarget('/_/')).toEqual({ kind: 'installer-check' });
  expect(classifyTarget('/_/?installer')).toEqual({ kind: 'installer-check' });
});
