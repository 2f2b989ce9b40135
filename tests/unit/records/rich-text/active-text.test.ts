import { expect, test } from 'vitest';
import { activeText } from '#domain/records/rich-text/active-content.ts';

test.each([
  ['<img src=x onerror=1>', 'the handler onerror'],
  ['<img src="x"onerror="1">', 'the handler onerror'],
  ['<svg/onload=1>', 'the handler onload'],
  ['<p\nOnClick = "1">', 'the handler onclick'],
  ['<img alt=">" onerror=1>', 'the handler onerror'],
  ['<STYLE >p {}</STYLE>', '<style>'],
])('%s contains %s', (html, expected) => {
  expect(activeText(html)).toBe(expected);
});

test.each(['', '<p>Come on = now</p>', '<p class="once">x</p>', '<a href="/?version=1">x</a>'])(
  '%s contains no active content',
  (html) => {
    expect(activeText(html)).toBeUndefined();
  },
);
