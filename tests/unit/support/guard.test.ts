import { beforeEach, describe, expect, test } from 'vitest';
import { ProblemGuard } from '#tests/support/guard.ts';

const PASSED = { status: 'passed', expectedStatus: 'passed' } as const;
const FAILED = { status: 'failed', expectedStatus: 'passed' } as const;

let guard: ProblemGuard;

beforeEach(() => {
  guard = new ProblemGuard();
});

describe('allow', () => {
  test.each([
    /response 400/,
    /^response 400/,
    /response 400$/,
    /^response 400|500$/,
    /^(a)|(b)$/,
    /^costs 5\$/,
    /^response 400$/m,
    /^.*400$/,
    /^.+400.*$/,
    /^(.*)400$/,
  ])('refuses %s, which matches only a part of a message', (pattern) => {
    expect(() => guard.allow(pattern)).toThrow('must match a whole message');
  });

  test.each([/^response (400|500) GET \/x$/, /^response 40[1|3]$/, /^a\|b$/, /^costs \\$/])(
    'accepts %s',
    (pattern) => {
      expect(() => guard.allow(pattern)).not.toThrow();
    },
  );
});

describe('judge', () => {
  test('passes when all declared problems happened, in any number, and no others', () => {
    guard.allow('response 400 POST /api/admins', /^console error: .*$/);
    guard.note('response 400 POST http://127.0.0.1:40123/api/admins');
    guard.note('response 400 POST http://127.0.0.1:40123/api/admins');
    guard.note('console error: oh no');
    guard.judge(PASSED);
    expect([guard.unexpected(), guard.missing()]).toEqual([[], []]);
  });

  test('fails on a problem that only begins like a declared one, and shows its origin', () => {
    guard.allow('page error: TypeError: a');
    guard.note('page error: TypeError: a', 'at a.ts:1');
    guard.note('page error: TypeError: a is missing', 'at b.ts:1');
    expect(() => guard.judge(PASSED)).toThrow('did not declare');
    expect(guard.unexpected()).toEqual(['page error: TypeError: a is missing\nat b.ts:1']);
  });

  test('fails on a declared problem that never happened', () => {
    guard.allow(/^response 500 GET .*$/, 'console warning: slow');
    guard.note('response 500 GET http://127.0.0.1:40123/api/settings');
    expect(() => guard.judge(PASSED)).toThrow('never happened');
    expect(guard.missing()).toEqual(['console warning: slow']);
  });

  test('fails on a lost live connection unless the test allows it', () => {
    guard.note('response 502 GET http://127.0.0.1:40123/api/realtime', undefined, true);
    guard.note('response 502 GET http://127.0.0.1:40123/api/health');
    expect(guard.unexpected()).toEqual(['response 502 GET /api/realtime', 'response 502 GET /api/health']);
    guard.allowLostLive();
    guard.note('response 502 GET http://127.0.0.1:40123/api/settings');
    expect(guard.unexpected()).toEqual(['response 502 GET /api/settings']);
  });

  test('expects no problems from a test that ended early', () => {
    guard.allow('console warning: slow');
    expect(() => guard.judge(FAILED)).not.toThrow();
    guard.note('console error: oh no');
    expect(() => guard.judge(FAILED)).toThrow('did not declare');
  });
});
