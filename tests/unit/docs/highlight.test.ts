import { expect, test } from 'vitest';
import { type CodePart, highlight } from '#components/code/highlight.ts';

const textOf = (parts: readonly CodePart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : textOf(part.parts))).join('');

test.each([
  ['javascript', `const a = '<b>&amp;"x"</b>'; // isn't\nconst t = \`\${a} </span>\`;`],
  ['json', '{\n  "a": "<span class=\\"hljs-string\\">",\n  "b": [1, true, null]\n}'],
  ['dart', `final a = <String, dynamic>{'price': '\\$5 \${b.c}'};`],
] as const)('[DC-12] highlighted %s reads the same as the code', (language, code) => {
  const parts = highlight(code, language);
  expect(textOf(parts)).toBe(code);
  expect(parts.some((part) => typeof part !== 'string')).toBe(true);
});
