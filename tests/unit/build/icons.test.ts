import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveIcons, splitIcons } from '#build/icons.mjs';

const add = String.raw`.icon-\[ri--add-line\]{width:1em;--svg:url("data:image/svg+xml,%3Csvg%3E")}`;
const close = String.raw`.icon-\[ri--close-line\]{width:1em}`;

test('separates icons from other rules and keeps the order of both', () => {
  const css = `@layer theme, base,components,utilities;@layer base{a{b:c}}@layer utilities{@layer daisyui.l1{i{j:k}}.flex{display:flex}${add}${close}.size-4{width:1rem}}`;
  const { main, icons } = splitIcons(css);
  expect(main).toBe(
    '@layer theme, base,components,utilities;@layer base{a{b:c}}@layer utilities{@layer daisyui.l1{i{j:k}}.flex{display:flex}.size-4{width:1rem}}',
  );
  // The order of layers is that of the sheet, even if the icons come first.
  expect(icons).toBe(`@layer theme,base,components,utilities,daisyui;@layer components{${add}${close}}`);
});

test('keeps rules that only mention an icon', () => {
  const css = String.raw`@media (hover){.group:hover .icon-\[x\]{opacity:1}}.a>[class*="icon-"]{flex:none}`;
  expect(splitIcons(css)).toEqual({ main: css, icons: '' });
});

describe('moveIcons', () => {
  const META = '<meta name="atoll-icons" content="">';
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(`${tmpdir()}/atoll-icons-`);
    await mkdir(`${dir}/assets`);
    await writeFile(`${dir}/assets/a.css`, `.flex{display:flex}${add}`);
    await writeFile(`${dir}/assets/b.css`, `${close}.grid{display:grid}`);
    await writeFile(`${dir}/assets/none.css`, '.block{display:block}');
  });

  afterEach(() => rm(dir, { recursive: true }));

  const move = (html: string, ...sheets: string[]) =>
    moveIcons(
      html,
      sheets.map((name) => `./assets/${name}.css`),
      pathToFileURL(`${dir}/`),
    );
  const sheet = (name: string) => readFile(`${dir}/assets/${name}`, 'utf8');

  test('moves the icons of all sheets into one file that the page names', async () => {
    const html = await move(`<head>${META}</head>`, 'a', 'b');
    const [, name = ''] =
      /^<head><meta name="atoll-icons" content="\.\/assets\/(icons\.[\da-f]{8}\.css)"><\/head>$/.exec(html) ??
      [];
    const icons = await sheet(name);
    expect(icons).toContain(add);
    expect(icons).toContain(close);
    expect(await sheet('a.css')).toBe('.flex{display:flex}');
    expect(await sheet('b.css')).toBe('.grid{display:grid}');
  });

  test.each([
    ['without a place for the name', '<head></head>', 'a'],
    ['without an icon', `<head>${META}</head>`, 'none'],
  ])('does not change a page %s and its style sheets', async (_what, html, name) => {
    const before = await sheet(`${name}.css`);
    expect(await move(html, name)).toBe(html);
    expect(await sheet(`${name}.css`)).toBe(before);
    expect(await readdir(`${dir}/assets`)).toHaveLength(3);
  });
});
