import { expect, test } from 'vitest';
import { saveKeyOf } from '#islands/use-save-form.tsx';

const NO_KEY = {
  ...{ key: '', code: '', keyCode: 0, defaultPrevented: false },
  ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
};

test.each([
  ['Ctrl+S', { key: 's', ctrlKey: true }, 'save'],
  ['Cmd+S with Caps Lock', { key: 'S', metaKey: true }, 'save'],
  ['Ctrl+S on a Cyrillic keyboard', { key: 'ы', code: 'KeyS', ctrlKey: true }, 'save'],
  ['another letter in the place of S', { key: 'o', code: 'KeyS', ctrlKey: true }, undefined],
  ['S alone', { key: 's' }, undefined],
  ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }, 'close'],
  ['Ctrl+Enter that a list has used', { key: 'Enter', ctrlKey: true, defaultPrevented: true }, undefined],
  ['Ctrl+S while a text is composed', { key: 's', ctrlKey: true, keyCode: 229 }, undefined],
])('%s saves or not', (_, init, expected) => {
  expect(saveKeyOf({ ...NO_KEY, ...init })).toBe(expected);
});
