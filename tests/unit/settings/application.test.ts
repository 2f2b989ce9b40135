import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RateRule } from '#domain/backend/settings.ts';
import { addressProblems, isListed } from '#domain/settings/addresses.ts';
import { headerProblems, RULE_TEXTS, ruleProblems } from '#domain/settings/application-problems.ts';
import { isHardToRead } from '#domain/settings/application-texts.ts';
import { isRateLabel } from '#wire/rate-labels.ts';

test.each([
  ['10.0.0.7', ['10.0.0.7'], true],
  ['10.0.0.7', ['10.0.0.0/24'], true],
  ['10.0.1.7', ['10.0.0.0/24', '127.0.0.1'], false],
  // As the backend: not the same address, though the same client.
  ['::ffff:10.0.0.7', ['10.0.0.0/24', '10.0.0.7'], false],
  ['10.0.0.7', ['::ffff:10.0.0.7', '::ffff:10.0.0.0/104'], false],
  ['::ffff:10.0.0.7', ['::ffff:10.0.0.0/104'], true],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['10.0.0.7', ['::/0'], false],
  ['10.0.0.7', ['0.0.0.0/0'], true],
  ['', ['0.0.0.0/0'], false],
  ['10.0.0.7', ['nothing', ''], false],
  ['10.0.0.7', [], false],
])('%j is in %j: %s', (address, entries, isIn) => {
  expect(isListed(address, entries)).toBe(isIn);
});

test('an address is in each subnet that was made of it', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
      expect(isListed(address, [`${address}/${bits}`])).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(isListed(address, [address])).toBe(true);
    }),
  );
});

test('an entry that is neither an address nor a subnet is named by its place', () => {
  expect(
    addressProblems(['10.0.0.1', 'nothing', '10.0.0.0/33', '::1', '10.0.0.0/8', '10.1', '010.0.0.1']),
  ).toEqual({
    1: '“nothing” is neither an address nor a subnet.',
    2: '“10.0.0.0/33” is neither an address nor a subnet.',
    5: '“10.1” is neither an address nor a subnet.',
    6: '“010.0.0.1” is neither an address nor a subnet.',
  });
});

const rule = (label: string, change: Partial<RateRule> = {}): RateRule => ({
  ...{ label, audience: 'everybody', requests: 1, seconds: 1, more: {} },
  ...change,
});
const problems = (...rules: readonly RateRule[]) => ruleProblems(rules, isRateLabel);

test('labels and numbers that the backend would refuse have a message', () => {
  const good = ['*:auth', 'users:create', '/api/', 'POST /api/batch', 'tag', '/a-b/c_d'].map((label) =>
    rule(label),
  );
  expect(problems(...good)).toEqual({});
  expect(problems(rule(''), rule('a b c'), rule('*:a b'), rule('https://a'))).toEqual({
    ...{ '0.label': RULE_TEXTS.label, '1.label': RULE_TEXTS.label },
    ...{ '2.label': RULE_TEXTS.label, '3.label': RULE_TEXTS.label },
  });
  expect(problems(rule('a', { requests: 0, seconds: undefined }), rule('b', { seconds: 1.5 }))).toEqual({
    ...{ '0.requests': RULE_TEXTS.number, '0.seconds': RULE_TEXTS.number },
    '1.seconds': RULE_TEXTS.number,
  });
});

test('two rules of one label conflict unless their clients differ', () => {
  expect(problems(rule('a', { audience: 'guests' }), rule('a', { audience: 'users' }))).toEqual({});
  expect(problems(rule('a'), rule('ab'), rule('a', { audience: 'users' }))).toEqual({
    '2.label': RULE_TEXTS.conflict(1),
  });
});

test('a name that is none of a header has a message', () => {
  expect(headerProblems(['X-Forwarded-For', 'no:header', 'é'])).toEqual({
    1: RULE_TEXTS.header('no:header'),
    2: RULE_TEXTS.header('é'),
  });
});

test.each([
  ['#1055c9', false],
  ['#000000', false],
  ['#ffffff', true],
  ['#ffd700', true],
  ['blue', false],
])('white text on %s is hard to read: %s', (color, isHard) => expect(isHardToRead(color)).toBe(isHard));
