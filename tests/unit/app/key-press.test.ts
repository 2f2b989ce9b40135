import { expect, test } from 'vitest';
import { isComposing, latinKey } from '#domain/app/key-press.ts';

test.each([
  ['a key', { keyCode: 13, isComposing: false }, false],
  ['a key in a React event', { keyCode: 13, nativeEvent: { isComposing: false } }, false],
  ['a key within a composition', { keyCode: 13, isComposing: true }, true],
  ['a key within a composition in a React event', { keyCode: 13, nativeEvent: { isComposing: true } }, true],
  ['a key after the end of a composition, as reported by Safari', { keyCode: 229, isComposing: false }, true],
])('%s', (_, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});

test.each([
  ['a letter', 'j', 'KeyJ', 'j'],
  ['with Caps Lock', 'J', 'KeyJ', 'j'],
  ['on a Cyrillic keyboard', 'о', 'KeyJ', 'j'],
  ['on a Greek keyboard with Caps Lock', 'Ξ', 'KeyJ', 'j'],
  ['a Latin letter in another place, as on Dvorak', 's', 'KeyO', 's'],
  ['no letter', 'ArrowDown', 'ArrowDown', 'ArrowDown'],
  ['a letter where Latin keyboards have none', 'ж', 'Semicolon', 'ж'],
])('%s: the key %s at %s is %s', (_, key, code, expected) => {
  expect(latinKey({ key, code })).toBe(expected);
});
