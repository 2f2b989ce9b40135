import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findRichText, injectRichText } from '#build/rich-text-files.mjs';

const CHUNKS = {
  './core.js': { type: 'chunk', fileName: 'core.js', facadeModuleId: null },
  './style.css': { type: 'asset', fileName: 'style.css' },
  './editor.js': {
    type: 'chunk',
    fileName: 'assets/editor.js',
    facadeModuleId: '/src/components/rich-text/RichText.tsx',
  },
};

test('finds the script of the editor in the bundle of the page, and fails without it', () => {
  const { found, plugin } = findRichText();
  const call = (hook: string, ...values: unknown[]): unknown =>
    Reflect.apply(Reflect.get(plugin, hook), undefined, values);
  expect(['client', 'ssr'].map((name) => call('applyToEnvironment', { name }))).toEqual([true, false]);
  const { './editor.js': editor, ...others } = CHUNKS;
  expect(() => call('generateBundle', {}, others)).toThrow('No chunk');
  call('generateBundle', {}, { ...others, editor });
  expect(found.script).toBe('./assets/editor.js');
});

test('the page lists the script of the editor, and its document with a version', async () => {
  const dir = await mkdtemp(`${tmpdir()}/atoll-editor-`);
  const versions = new Set<string>();
  for (const text of ['<p>one', '<p>two']) {
    await writeFile(`${dir}/rich-text.html`, text);
    const meta = '<meta name="atoll-rich-text" content="">';
    const html = await injectRichText(meta, './editor.js', pathToFileURL(`${dir}/`));
    const [, version] =
      /^<meta name="atoll-rich-text" content="\.\/editor\.js \.\/rich-text\.html\?v=([\w-]{22})">$/.exec(
        html,
      ) ?? [];
    versions.add(version ?? '');
  }
  expect(versions).not.toContain('');
  expect(versions.size).toBe(2);
  await rm(dir, { recursive: true });
});
