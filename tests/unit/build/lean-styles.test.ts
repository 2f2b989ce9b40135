import { expect, test } from 'vitest';
import { leanStyles } from '#build/lean-styles.mjs';

const MIXES = '@supports (color:color-mix(in lab, red, red))';

test('unwraps what is for browsers that mix colours, and leaves out what is for those without registered properties', () => {
  const css = `@layer properties{@supports (a:b){*{--x:0}}}.a{color:red}${MIXES}{.a{color:blue}@media print{.a{color:black}}}.b{color:red}`;
  expect(leanStyles(css)).toBe('.a{color:red}.a{color:blue}@media print{.a{color:black}}.b{color:red}');
});

test('registers only the properties that the sheet reads', () => {
  const rule = (name: string) => `@property ${name}{syntax:"*";inherits:false}`;
  const used = '.a{--x:1;--x-y:2;opacity:var(--x)}';
  expect(leanStyles(used + rule('--x') + rule('--x-y') + rule('--z'))).toBe(used + rule('--x'));
});

test('other sheets stay as they are, and a block without an end is an error', () => {
  expect(leanStyles('@supports (a:b){.a{color:red}}')).toBe('@supports (a:b){.a{color:red}}');
  expect(() => leanStyles(`${MIXES}{.a{color:red}`)).toThrow('not closed');
});
