import { expect, test } from 'vitest';
import { fileKind, hasThumb, isProtected } from '#domain/field-types/file-type.ts';
import { readField } from '#wire/pb22/collections.ts';

test.each([
  ['a.PNG', 'image', true],
  ['a.jfif', 'image', true],
  ['a.jpe', 'image', true],
  ['a.jp', 'other', false],
  ['a.webp', 'image', false],
  ['a.svg', 'image', false],
  ['a.mp4', 'video', false],
  ['a.mp3', 'audio', false],
  ['a.pdf', 'pdf', false],
  ['a.png.txt', 'other', false],
  ['png', 'other', false],
])('the file %s is shown as %s, with a thumb: %s', (name, kind, isThumb) => {
  expect(fileKind(name)).toBe(kind);
  expect(hasThumb(name)).toBe(isThumb);
});

test('only files of a protected field need a token', () => {
  expect(isProtected(readField({ type: 'file', options: { protected: true } }))).toBe(true);
  expect(isProtected(readField({ type: 'file', options: {} }))).toBe(false);
  expect(isProtected(undefined)).toBe(false);
});
