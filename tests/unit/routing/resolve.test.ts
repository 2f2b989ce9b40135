import { describe, expect, test } from 'vitest';
import { formatHash, parseHash } from '#routing/hash.ts';
import { splitHash } from '#routing/match.ts';
import { isForUsers, type RouteName, redirectFor, routeOf, routes } from '#routing/routes.ts';

/** A path that matches a pattern. */
const example = (pattern: string) => pattern.replace(/:token/, 'abc.def-1_2');

describe('parseHash', () => {
  test.each(Object.entries(routes))('knows the path of %s', (name, route) => {
    expect(parseHash(`#${example(route.path)}`).name).toBe(name);
    expect(parseHash(`#${example(route.path)}?a=1`).name).toBe(name);
  });

  test.each([
    ['', 'root'],
    ['#', 'root'],
    ['#/', 'root'],
    ['#collections', 'collections'],
    ['#//collections', 'collections'],
    ['#/collections/', 'collections'],
    ['#/settings/unknown', 'notFound'],
    ['#/collections/x', 'notFound'],
    ['#/confirm-password-reset', 'notFound'],
    ['#/confirm-password-reset/%E0%A4%A', 'notFound'],
    ['#/logs#more', 'notFound'],
    ['#/https://example.com/collections', 'notFound'],
    ['#/%2e%2e/', 'notFound'],
    ['#/..', 'notFound'],
    ['#/%2E', 'notFound'],
    ['#/.%2e/collections', 'notFound'],
    ['#/logs/../collections', 'notFound'],
    ['#/\\evil', 'notFound'],
    ['#\\/evil', 'notFound'],
    ['#/\\evil/collections', 'notFound'],
    ['#/confirm-password-reset/a.b..c', 'confirmReset'],
    ['#/confirm-password-reset/..', 'notFound'],
  ] as const)('%s is %s', (hash, name) => {
    expect(parseHash(hash).name).toBe(name);
  });

  test('decodes parameters and the query, which may contain question marks', () => {
    const parsed = parseHash('#/confirm-password-reset/a%20b?filter=a%3D%22x%3Fy%22&sort=%2Bname');
    expect(parsed.params).toEqual({ token: 'a b' });
    expect(parsed.query).toEqual({ filter: 'a="x?y"', sort: '+name' });
  });

  test('returns the same route again after another path', () => {
    const names = ['#/logs', '#/collections', '#/logs', '#/logs'].map((hash) => parseHash(hash).name);
    expect(names).toEqual(['logs', 'collections', 'logs', 'logs']);
  });
});

describe('formatHash', () => {
  test('omits empty values and encodes the others so that parseHash decodes them', () => {
    const filter = 'a = "x & y" || b ~ \'ü#?%\' ';
    const hash = formatHash('collections', { collectionId: 'c1', filter, sort: '', recordId: undefined });
    expect(parseHash(hash).query).toEqual({ collectionId: 'c1', filter });
  });

  test('fills in parameters', () => {
    const hash = formatHash('confirmReset', {}, { token: 'a/b c' });
    expect(parseHash(hash)).toMatchObject({ name: 'confirmReset', params: { token: 'a/b c' } });
  });
});

test('splitHash makes the path begin with one slash, and splits at the first question mark', () => {
  const paths = ['', '#', '#x', '#/x', '#///x'].map((hash) => splitHash(hash).path);
  expect(paths).toEqual(['/', '/', '/x', '/x', '/x']);
  expect(splitHash('#x?y=//z?a\n')).toEqual({ path: '/x', query: 'y=//z?a\n' });
});

describe('redirectFor', () => {
  const at = (name: RouteName, signedIn: boolean, installer = false, startsAtHome = false) => {
    const { path, access } = routeOf(name);
    return redirectFor(path, access, { signedIn, installer, startsAtHome });
  };

  test('redirects the root to the collections, to Home if it is chosen, or to the sign-in', () => {
    expect(at('root', true)).toBe('/collections');
    expect(at('root', true, false, true)).toBe('/home');
    expect(at('root', false, false, true)).toBe('/login');
    expect(at('root', false)).toBe('/login');
  });

  test('redirects every path to the root for the installer', () => {
    expect(at('root', true, true)).toBeUndefined();
    for (const name of Object.keys(routes) as (keyof typeof routes)[]) {
      if (name !== 'root') expect(at(name, false, true), name).toBe('/');
    }
  });

  test('keeps guests out of admin routes and admins out of guest routes', () => {
    for (const [name, route] of Object.entries(routes) as [keyof typeof routes, { access: string }][]) {
      if (name === 'root') continue;
      expect(at(name, false), name).toBe(route.access === 'admin' ? '/' : undefined);
      expect(at(name, true), name).toBe(route.access === 'guest' ? '/' : undefined);
    }
  });

  test('the pages for the users of an app have the frames by which the style sheet finds them', () => {
    for (const route of [...Object.values(routes), routeOf('notFound')])
      expect(isForUsers(route), route.path).toBe(/^(user|oauth2)-/.test(route.frame));
  });

  test('does not redirect unknown pages', () => {
    expect(
      redirectFor('/nowhere', 'public', { signedIn: false, installer: false, startsAtHome: true }),
    ).toBeUndefined();
  });
});
