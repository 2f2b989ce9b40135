import { describe, expect, test } from 'vitest';
import { iconSheet, moveIcons, splitIcons } from '#build/icons.mjs';

/** The rule of an icon as the plugin writes it. */
function rule(name: string, path: string, { size = 24, style = 'width:1em;height:1em' } = {}) {
  const mask = '-webkit-mask-image:var(--svg);mask-image:var(--svg)';
  const svg = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' width='${size}' height='${size}'%3E%3Cpath fill='black' d='${path}'/%3E%3C/svg%3E`;
  const end =
    '-webkit-mask-size:100% 100%;mask-size:100% 100%;-webkit-mask-repeat:no-repeat;mask-repeat:no-repeat';
  return String.raw`.icon-\[ri--${name}\]{${style};${mask};--svg:url("data:image/svg+xml,${svg}");background-color:currentColor;${end}}`;
}

const add = rule('add-line', 'M1 1z');
const close = rule('close-line', 'M2 2z');

test('separates icons from other rules and keeps the order of both', () => {
  const css = `@layer theme;@layer utilities{@layer daisyui.l1{i{j:k}}.flex{display:flex}${add}${close}.size-4{width:1rem}}`;
  const { main, icons } = splitIcons(css);
  expect(main).toBe(
    '@layer theme;@layer utilities{@layer daisyui.l1{i{j:k}}.flex{display:flex}.size-4{width:1rem}}',
  );
  const style = 'width:1em;height:1em;background-color:currentColor';
  expect(icons).toEqual([
    { selector: String.raw`.icon-\[ri--add-line\]`, style, picture: expect.stringContaining('M1 1z') },
    { selector: String.raw`.icon-\[ri--close-line\]`, style, picture: expect.stringContaining('M2 2z') },
  ]);
});

describe('iconSheet', () => {
  const LAYERS = '@layer theme,components;';
  const sheetOf = (...rules: string[]) => iconSheet(splitIcons(rules.join('')).icons, LAYERS);

  test('has all icons in one picture, of which each class shows its own part', () => {
    const three = rule('third', 'M3 3z', { size: 32 });
    const sheet = sheetOf(add, close, three);
    expect(sheet.startsWith(`${LAYERS}@layer components{`)).toBe(true);
    const [encoded = '', ...more] = [...sheet.matchAll(/url\("data:image\/svg\+xml,([^"]*)"\)/g)].map(
      ([, url]) => url,
    );
    expect(more).toEqual([]);
    const svg = decodeURIComponent(encoded);
    expect(svg).toContain("viewBox='0 0 24 120'");
    expect(svg).toContain("<g transform='translate(0 0)'><path d='M1 1z'/></g>");
    expect(svg).toContain("<g transform='translate(0 48)'><path d='M2 2z'/></g>");
    expect(svg).toContain("<g transform='translate(0 96) scale(0.75)'><path d='M3 3z'/></g>");
    // The picture is 120/24 of the element's height: it moves by 0, 48 and 96 of the 96 units that don't fit.
    expect(sheet).toContain(' 0 0/100% 500% no-repeat;mask-position:0 calc(var(--icon)*50%)');
    const positions = [...sheet.matchAll(/\.icon-\\\[ri--([a-z-]+)\\\]\{--icon:(\d+)\}/g)];
    expect(positions.map(([, name, position]) => [name, position])).toEqual([
      ['add-line', '0'],
      ['close-line', '1'],
      ['third', '2'],
    ]);
  });

  test('has no variable beside the URL of the picture', () => {
    const declarations = sheetOf(add, close).split(/[;{}]/);
    const withUrl = declarations.filter((declaration) => declaration.includes('url('));
    expect(withUrl).toEqual([expect.not.stringContaining('var(')]);
  });

  test('leaves two decimals of each number, also where two numbers have nothing between them', () => {
    const sheet = sheetOf(rule('round', 'm1.1249.9959-.0061a.993.993 0 01.5.125z'));
    expect(sheet).toContain("d='m1.12.99-.01a.99.99 0 01.5.13z'");
  });

  test('has an icon of several style sheets once', () => {
    expect(sheetOf(add, add).match(/M1 1z/g)).toHaveLength(1);
  });

  test.each([
    ['without a picture', String.raw`.icon-\[ri--x\]{width:1em}`],
    ['that is no square', add.replace('0 0 24 24', '0 0 24 12')],
    ['of another style', `${close}${rule('other', 'M1 1z', { style: 'width:2em' })}`],
  ])('refuses an icon %s', (_what, css) => {
    expect(() => sheetOf(css)).toThrow(/icon/);
  });
});

test('keeps rules that only mention an icon', () => {
  const css = String.raw`@media (hover){.group:hover .icon-\[x\]{opacity:1}}.a>[class*="icon-"]{flex:none}`;
  expect(splitIcons(css)).toEqual({ main: css, icons: [] });
});

describe('moveIcons', () => {
  const LAYERS = '@layer theme, base,components,utilities;@layer base{a{b:c}}@layer daisyui.l1{i{j:k}}';
  const page = (first: string, second = '') =>
    `<head><style>${first}</style></head><style media="screen">${second}</style><p>${add}</p>`;

  test('separates the icons of all styles', () => {
    const {
      page: html,
      icons,
      late,
    } = moveIcons(page(`${LAYERS}.flex{display:flex}${add}`, `${close}.grid{display:grid}`), () => true);
    expect(html).toBe(page(`${LAYERS}.flex{display:flex}`, '.grid{display:grid}'));
    expect(icons).toContain('M1 1z');
    expect(icons).toContain('M2 2z');
    // The order of layers is that of the styles, even if the icons come first.
    expect(icons.startsWith('@layer theme,base,components,utilities,daisyui;@layer components{')).toBe(true);
    expect(late).toBe('');
  });

  test('shows icons that come later from a picture of their own', () => {
    const { icons, late } = moveIcons(page(LAYERS + add, close), (selector) => selector.includes('add'));
    expect(icons).toContain('M1 1z');
    expect(icons).not.toContain('M2 2z');
    expect(late).toContain('M2 2z');
    expect(late).not.toContain('M1 1z');
    // As specific as the selector of all icons, and behind it.
    expect(late).toContain(String.raw`@layer components{.icon-\[ri--close-line\]{`);
  });

  test('refuses a page without an icon', () => {
    expect(() => moveIcons(page('.block{display:block}'), () => true)).toThrow(/no icons/);
  });
});
