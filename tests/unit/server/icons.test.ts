import { expect, test } from 'vitest';
import { splitIcons } from '../../../src/server/build/icons.mjs';

const add = String.raw`.icon-\[ri--add-line\]{width:1em;--svg:url("data:image/svg+xml,%3Csvg%3E")}`;
const close = String.raw`.icon-\[ri--close-line\]{width:1em}`;

test('parts icons from everything else and keeps both in their order', () => {
  const css = `@layer theme, base,components,utilities;@layer base{a{b:c}}@layer utilities{@layer daisyui.l1{i{j:k}}.flex{display:flex}${add}${close}.size-4{width:1rem}}`;
  const { main, icons } = splitIcons(css);
  expect(main).toBe(
    '@layer theme, base,components,utilities;@layer base{a{b:c}}@layer utilities{@layer daisyui.l1{i{j:k}}.flex{display:flex}.size-4{width:1rem}}',
  );
  // The same order of layers as in the sheet, wherever it stands.
  expect(icons).toBe(`@layer theme,base,components,utilities,daisyui;@layer components{${add}${close}}`);
});

test('leaves rules that only mention an icon', () => {
  const css = String.raw`@media (hover){.group:hover .icon-\[x\]{opacity:1}}.a>[class*="icon-"]{flex:none}`;
  expect(splitIcons(css)).toEqual({ main: css, icons: '' });
});
