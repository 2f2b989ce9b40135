import { expect, test } from 'vitest';
import { isComposing } from '#domain/app/key-press.ts';

test.each([
  ['a key', { keyCode: 13, isComposing: false }, false],
  ['a key in a React event', { keyCode: 13, nativeEvent: { isComposing: false } }, false],
  ['a key within a composition', { keyCode: 13, isComposing: true }, true],
  ['a key within a composition in a React event', { keyCode: 13, nativeEvent: { isComposing: true } }, true],
  ['a key after the end of a composition, as reported by Safari', { keyCode: 229, isComposing: false }, true],
])('%s', (_, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
