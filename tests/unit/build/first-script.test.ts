import { expect, test } from 'vitest';
import { bundleFirstScript, injectPreload } from '#build/first-script.mjs';

test('the script is one minified classic script with one place for the preload map', async () => {
  const { code, files } = await bundleFirstScript();
  expect(() => new Function(code)).not.toThrow();
  expect(code.split('__ATOLL_PRELOAD__')).toHaveLength(2);
  expect(code).not.toMatch(/^\s|\n\s/);
  expect(files).toContain(`${process.cwd()}/src/lib/routing/first-script.ts`);
});

test('the map can not end the script', () => {
  const html = '<script>const map=__ATOLL_PRELOAD__;</script>';
  expect(injectPreload(html, ['a', { '</script>$&': [0] }])).toBe(
    '<script>const map=["a",{"\\u003c/script>$&":[0]}];</script>',
  );
});

test('a page without a place for the map is refused', () => {
  expect(() => injectPreload('<p>', ['', {}])).toThrow('__ATOLL_PRELOAD__');
});
