import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { filesOf, richTextFiles } from '#build/rich-text-files.mjs';

const chunk = (fileName: string, imports: string[] = [], facadeModuleId: string | null = null) => ({
  fileName,
  imports,
  facadeModuleId,
});

test('lists the chunk of a module and its imports, also in import cycles, and nothing else', () => {
  const chunks = [
    chunk('page.js', ['core.js'], '/src/Page.tsx'),
    chunk('core.js'),
    chunk('shared.js', ['editor.js']),
    chunk('editor.js', ['library.js', 'core.js', 'shared.js'], '/src/Editor.tsx'),
    chunk('library.js'),
  ];
  expect(filesOf(chunks, /Editor\.tsx$/)).toEqual(['editor.js', 'library.js', 'core.js', 'shared.js']);
});

test('fails when the module has no separate chunk', () => {
  expect(() => filesOf([chunk('page.js')], /Editor\.tsx$/)).toThrow('No chunk');
});

test('the page lists the files that the editor adds, and its document with a version', async () => {
  const dir = await mkdtemp(`${tmpdir()}/atoll-editor-`);
  const { plugin, inject } = richTextFiles();
  const hooks: object = plugin;
  const bundle = {
    'style.css': { type: 'asset', fileName: 'style.css' },
    ...Object.fromEntries(
      [
        chunk('core.js'),
        chunk('editor.js', ['core.js', 'library.js'], '/src/components/rich-text/RichText.tsx'),
        chunk('library.js'),
        chunk('other.js'),
      ].map((one) => [one.fileName, { type: 'chunk', ...one }]),
    ),
  };
  Reflect.apply(Reflect.get(hooks, 'generateBundle'), undefined, [{}, bundle]);
  const page = (content: string) => `<meta name="atoll-rich-text" content="${content}">`;
  const versions = new Set<string>();
  for (const text of ['<p>one', '<p>two']) {
    await writeFile(`${dir}/rich-text.html`, text);
    const html = await inject(page(''), ['./core.js'], pathToFileURL(`${dir}/`));
    const named = /^<meta name="atoll-rich-text" content="([^"]*)">$/.exec(html)?.[1]?.split(' ') ?? [];
    expect(named.slice(0, -1)).toEqual(['./editor.js', './library.js']);
    expect(named.at(-1)).toMatch(/^\.\/rich-text\.html\?v=[\w-]{22}$/);
    versions.add(named.at(-1) ?? '');
  }
  expect(versions.size).toBe(2);
  await rm(dir, { recursive: true });
});

test('reads the bundle of the page, not that of the server', () => {
  const hooks: object = richTextFiles().plugin;
  const appliesTo = (name: string) =>
    Reflect.apply(Reflect.get(hooks, 'applyToEnvironment'), undefined, [{ name }]);
  expect([appliesTo('client'), appliesTo('ssr')]).toEqual([true, false]);
});
