import { expect, test } from 'vitest';
import { classifyTarget, isByAdmin } from '#server/request-target.ts';

test.each([
  '/api/health',
  '/api/',
  '/api/collections/posts/records?filter=(a~1)&x=%2e%2e%2f..//',
  '/api/collections/na%20me/records',
  '/api/caf%C3%A9',
  '/api/backups/@auto.zip',
  '/api/backups/a%252520b.zip',
  '/api/collections/v/records/a%252520b',
  '/api/files',
  '/api/filesystem/x',
])('forwards %s', (target) => {
  expect(classifyTarget(target)).toEqual({ kind: 'api' });
});

test.each([
  '/api/files/posts/abc/photo_x1.jpg?thumb=100x100',
  '/api/%66iles/posts/abc/x.js',
  '/api/%2566iles/posts/abc/x.js',
])('recognises %s as an uploaded file', (target) => {
  expect(classifyTarget(target)).toEqual({ kind: 'file' });
});

test.each(['a/b', 'a\\b', 'a%b', '100%', 'a%/\\b', 'a//b', '/', '\\', 'é/ü', 'a b/c?d#e', 'v1.2/x', '%41'])(
  'forwards a record, its files and a backup under the name %j',
  (id) => {
    const segment = encodeURIComponent(id);
    expect(classifyTarget(`/api/collections/v/records/${segment}?expand=a`)).toEqual({ kind: 'api' });
    expect(classifyTarget(`/api/files/v/${segment}/photo.png`)).toEqual({ kind: 'file' });
    expect(classifyTarget(`/api/backups/${segment}`)).toEqual({ kind: 'api' });
    expect(classifyTarget(`/api/backups/${segment}/restore`)).toEqual({ kind: 'api' });
  },
);

test.each([
  '..%2f..%2ffiles',
  'a%2f..%2fb',
  'a%2f.',
  'a%5c..%5cb',
  'a%2f..;x%2fb',
  '..%5c..',
  'a%252f..%252fb',
  'a%2f%2e%2e',
  'a%2f%252e%252e',
  'a%25zz%252f%252e%252e',
  'a%2fb%2ec',
  'a%2f%00',
  'a%0d%0aX:%20y',
  'a%250a',
  'a%c0%ae',
  'a%zz',
  'a%',
  `a%${'25'.repeat(6)}`,
])('refuses the record id %s, which could lead to another path', (id) => {
  for (const before of ['/api/collections/v/records/', '/api/files/v/', '/api/backups/']) {
    expect(classifyTarget(before + id)).toMatchObject({ kind: 'hostile' });
  }
});

test.each([
  '/api/collections/v%2frecords/x',
  '/api/collections/a%2fb/records/x',
  '/api/collections/v/records/x/a%2fb',
  '/api/%63ollections/v/records/a%2fb',
  '/api/files/v/x/a%2fb',
  '/api/files/a%2fb',
  '/api/backups/x/a%2fb',
  '/api/%62ackups/a%2fb',
])('does not treat the encoded slash of %s as a part of an id or name', (target) => {
  expect(classifyTarget(target)).toMatchObject({ kind: 'hostile' });
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
])('treats %j as hostile', (target) => {
  expect(classifyTarget(target)).toMatchObject({ kind: 'hostile' });
});

test.each([
  ['/', '/'],
  ['/?a=b', '/'],
  ['/assets/x.js', '/assets/x.js'],
  ['/api', '/api'],
  ['/API/x', '/API/x'],
  ['/_', '/_'],
  ['/%61pi/files/a/b/c', '/api/files/a/b/c'],
  ['/%5fimage?href=x', '/_image'],
  ['/a%20b%c3%a9', '/a%20b%C3%A9'],
])('treats %s as the page %s, in one spelling and without its query', (target, path) => {
  expect(classifyTarget(target)).toEqual({ kind: 'page', path });
});

test("recognises the check of the backend's dashboard", () => {
  expect(classifyTarget('/_/')).toEqual({ kind: 'installer-check' });
  expect(classifyTarget('/_/?installer')).toEqual({ kind: 'installer-check' });
  expect(classifyTarget('/%5f/')).toEqual({ kind: 'installer-check' });
});

test.each([
  ['/api/admins/auth-with-password', true],
  ['/api/collections/_superusers/auth-with-password', true],
  ['/api/collections/_SuperUsers/auth-with-password', true],
  ['/api/collections/%5fSUPERUSERS/records', true],
  ['/api/collections/pbc_3142635823', true],
  ['/api/collections/_superusers2/records', false],
  ['/api/collections/users/auth-with-password', false],
])('knows whether %s is for administrators only: %s', (target, isTheirs) => {
  expect(isByAdmin([], target)).toBe(isTheirs);
});
