import { preprocessCSS, resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { removeUnusedSelectors } from '#build/unused-selectors.mjs';

async function built(css: string): Promise<string> {
  const config = { configFile: false as const, css: { postcss: { plugins: [removeUnusedSelectors()] } } };
  const { code } = await preprocessCSS(css, '/page.css', await resolveConfig(config, 'build'));
  return code.replaceAll(/\s+/g, ' ').trim();
}

test('selectors with classes that no element has are removed, and the others of their rules stay', async () => {
  const prose = '.prose :where(a.btn):not(:where([class~="not-prose"],[class~="not-prose"] *))';
  expect(await built(`@layer a { ${prose} { color: red } .btn { color: blue } }`)).toBe(
    '@layer a { .btn { color: blue } }',
  );
  expect(await built(`.plain, ${prose} { color: red }`)).toBe('.plain { color: red }');
  expect(
    await built(
      ':where(:root),:root:has(input.theme-controller[value=a]:checked),[data-theme=a] { color: red }',
    ),
  ).toBe(':where(:root),[data-theme=a] { color: red }');
});

test('no other rule changes', async () => {
  const css =
    '@keyframes turn { 50% { rotate: 9deg } } .btn:is(:hover, :focus), .prose a { --a: "not-prose" }';
  expect(await built(css)).toBe(css);
});

test.each([
  'html:has(.a) .b',
  '.c, html:not(:is(.d, .e)):has(.a) .b',
  ':root:has(.a)',
  'main > body.f:has(.a)',
])('%s is refused: each new element would restyle the page', async (selector) => {
  await expect(built(`@media (width > 1px) { ${selector} { color: red } }`)).rejects.toThrow(
    'restyle the page',
  );
});

test.each(['head:has(.a) ~ body .b', 'body *:has(.a)', 'body .b:has(.a)', '.html:has(.a)'])(
  '%s asks a part of the page',
  async (selector) => {
    expect(await built(`${selector} { color: red }`)).toBe(`${selector} { color: red }`);
  },
);
