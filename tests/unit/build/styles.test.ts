import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { firstClasses, staticImports } from '#build/first-classes.mjs';
import { BUILD_DIR, inRoot } from '#scripts/lib/paths.ts';

/** A selector that looks into the whole page: a browser styles all of it again when an element is added anywhere. */
const OF_WHOLE_PAGE =
  /(?:^|[\s>+~({},])(?:html|:root|body)(?:[^\s>+~(){},]|\((?:[^()]|\([^()]*\))*\))*:has\(/;

test('the classes of the page are those of the modules that it imports statically', () => {
  const found = staticImports(inRoot('src/pages/index.astro'));
  const modules = [
    'layouts/Shell.astro',
    'layouts/boot.ts',
    'islands/auth/LoginPage.tsx',
    'components/table/ListTable.tsx',
  ];
  expect(found).toEqual(expect.arrayContaining(modules.map((name) => inRoot(`src/${name}`))));
  // Imported on demand, and only a type.
  const others = ['components/form/Calendar.tsx', 'islands/records/panel/RecordPanels.tsx'];
  expect(found.filter((path) => others.some((name) => path.endsWith(name)))).toEqual([]);
});

test('a style sheet that names modules as its source gets those modules, others stay', () => {
  const transform = (css: string): string =>
    Reflect.apply(Reflect.get(firstClasses.transform ?? {}, 'handler'), {}, [
      css,
      inRoot('src/layouts/styles/app.css?inline'),
    ]);
  expect(transform('@source "../../pages/index.astro";')).toContain(
    '@source "../../islands/auth/LoginPage.tsx";\n',
  );
  expect(transform('@source "../FullPage.astro";')).toContain('@source "../Later.astro";');
  expect(transform('@source "../../components";')).toBe('@source "../../components";');
});

test('browsers parse the styles of the other screens only when the first of them is shown', async () => {
  const page = await readFile(`${BUILD_DIR}/client/index.html`, 'utf8');
  const [inert = '', ...more] =
    page.match(/<template\b.*?<\/template>/gs)?.filter((one) => one.includes('<style')) ?? [];
  expect(more).toEqual([]);
  const parsed = page.replace(inert, '');
  const rules = ['.list-scroller{', '.cell-list', '.log-'];
  expect(rules.map((rule) => [rule, inert.includes(rule), parsed.includes(rule)])).toEqual(
    rules.map((rule) => [rule, true, false]),
  );
  expect(inert.slice(0, 1000)).toMatch(/^<template data-frames="(?![^"]*\blogin\b)[^"]*\bcollections\b/);
});

test.each([
  ['html:has(.a) .b{}', true],
  ['.c,html:not(:is(.d,.e)):has(.a) .b{}', true],
  ['@media print{:root:has(.a){}}', true],
  ['main>body.f:has(.a){}', true],
  ['head:has(.a)~body .b{}', false],
  ['body *:has(.a){}', false],
  ['body .b:has(.a){}', false],
  ['.html:has(.a){}', false],
])('%s looks into the whole page: %s', (css, looks) => {
  expect(OF_WHOLE_PAGE.test(css)).toBe(looks);
});

test('no style makes browsers style the whole page again when an element is added or a class of the body changes', async () => {
  const client = `${BUILD_DIR}/client/`;
  const sheets = (await readdir(`${client}assets`)).filter((name) => /^(late|icons)\..*\.css$/.test(name));
  expect(sheets.length).toBeGreaterThanOrEqual(2);
  for (const name of ['index.html', ...sheets.map((sheet) => `assets/${sheet}`)]) {
    const css = await readFile(client + name, 'utf8');
    expect(css, name).not.toMatch(OF_WHOLE_PAGE);
    expect(css, name).not.toMatch(/not-prose|theme-controller/);
  }
});
