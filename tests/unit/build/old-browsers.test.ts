import { readFile } from 'node:fs/promises';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { removeOldBrowserStyles } from '#build/old-browsers.mjs';
import { BUILD_DIR } from '#scripts/lib/paths.ts';

async function built(css: string): Promise<string> {
  const config = { configFile: false as const, css: { postcss: { plugins: [removeOldBrowserStyles()] } } };
  const { code } = await preprocessCSS(css, '/page.css', await resolveConfig(config, 'build'));
  return code.replaceAll(/\s+/g, ' ').trim();
}

const mixed = (css: string) => `@supports (color:color-mix(in lab, red, red)){${css}}`;

test.each([
  [
    'the mixed colour replaces the plain one, and later declarations still win',
    `.a{background:red;color:red} ${mixed('.a{color:color-mix(in oklab, red, blue)}')} .a{color:green}`,
    '.a{background:red;color:color-mix(in oklab, red, blue)} .a{color:green}',
  ],
  [
    'a mixed colour without a plain one stays in its place',
    `.a{color:red} .b{color:red} ${mixed('.a{color:color-mix(in oklab, red, blue)}')}`,
    '.a{color:red} .b{color:red} .a{color:color-mix(in oklab, red, blue)}',
  ],
  [
    'other conditions stay',
    '@supports (display: grid) { .a { color: red } }',
    '@supports (display: grid) { .a { color: red } }',
  ],
])('%s', async (_name, css, expected) => {
  expect(await built(css)).toBe(expected);
});

test('the page has no styles for browsers older than those that Tailwind supports', async () => {
  const page = await readFile(`${BUILD_DIR}/client/index.html`, 'utf8');
  expect(page).toContain('color-mix(');
  expect(page).not.toMatch(/@supports \(color:|margin-trim/);
});
