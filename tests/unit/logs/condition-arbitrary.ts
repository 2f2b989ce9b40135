import fc from 'fast-check';
import { type Condition, canCondition } from '#domain/logs/conditions.ts';

/** Texts of the characters that filters, patterns and JSON treat differently, and of any others. */
export const hostileText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      '"',
      "'",
      '\\',
      '%',
      '_',
      '?',
      '&&',
      '||',
      '(',
      ')',
      '=',
      '~',
      '<',
      '//',
      ' ',
      'a',
      'B',
    ),
    maxLength: 12,
  }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const value = fc.oneof(
  hostileText,
  fc.integer(),
  fc.maxSafeInteger(),
  fc
    .oneof(fc.double({ noNaN: true }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
    .filter((number) => !Object.is(number, -0)),
  fc.boolean(),
  fc.constant(null),
);

const path = fc.oneof(
  fc.constantFrom('level', 'message'),
  fc.stringMatching(/^\w{1,8}$/).map((name) => `data.${name}`),
);

/** Any condition that the domain allows. */
export const condition: fc.Arbitrary<Condition> = fc
  .record({ path, operator: fc.constantFrom('is', 'isNot', 'startsWith'), value })
  .filter(
    ({ path, operator, value }) =>
      canCondition(path, value) && (operator !== 'startsWith' || typeof value === 'string'),
  );
