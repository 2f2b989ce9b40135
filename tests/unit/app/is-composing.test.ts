import { expect, test } from 'vitest';
import { isComposing } from '#domain/app/is-composing.ts';

test.each([
  ['a key', { keyCode: 13, isComposing: false }, false],
  ['a key that React tells of', { keyCode: 13, nativeEvent: { isComposing: false } }, false],
  ['a key within a composition', { keyCode: 13, isComposing: true }, true],
  [
    'a key within a composition that React tells of',
    { keyCode: 13, nativeEvent: { isComposing: true } },
    true,
  ],
  ['a key after the end of a composition, as Safari tells of it', { keyCode: 229, isComposing: false }, true],
])('%s', (_, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
