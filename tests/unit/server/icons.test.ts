import { expect, test } from 'vitest';
import { splitIcons } from '../../../src/server/build/icons.mjs';

const add = String.raw`.icon-\[ri--add-line\]{width:1em;--svg:url("data:image/svg+xml,%3Csvg%3E")}`;
const close = String.raw`.icon-\[ri--close-line\]{width:1em}`;

test('parts icons from everything else and keeps both in their order', () => {
  const css = `@layer base{a{b:c}}@layer utilities{.flex{display:flex}${add}${close}.size-4{width:1rem}}`;
  const { main, icons } = splitIcons(css);
  expect(main).toBe('@layer base{a{b:c}}@layer utilities{.flex{display:flex}.size-4{width:1rem}}');
  expect(icons).toBe(`@layer components{${add}${close}}`);
});

test('leaves rules that only mention an icon', () => {
  const css = String.raw`@media (hover){.group:hover .icon-\[x\]{opacity:1}}.a>[class*="icon-"]{flex:none}`;
  expect(splitIcons(css)).toEqual({ main: css, icons: '' });
});
