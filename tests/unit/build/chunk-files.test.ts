import { expect, test } from 'vitest';
import { chunkFiles, filesOf } from '#build/chunk-files.mjs';

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

test('finds the files of each module in the bundle', () => {
  const { plugin, files } = chunkFiles({ editor: /Editor\.tsx$/, page: /Page\.tsx$/ });
  const hooks: object = plugin;
  const bundle = {
    'style.css': { type: 'asset', fileName: 'style.css' },
    ...Object.fromEntries(
      [
        chunk('core.js'),
        chunk('page.js', ['core.js'], '/src/Page.tsx'),
        chunk('editor.js', ['core.js', 'library.js'], '/src/Editor.tsx'),
        chunk('library.js'),
        chunk('other.js'),
      ].map((one) => [one.fileName, { type: 'chunk', ...one }]),
    ),
  };
  Reflect.apply(Reflect.get(hooks, 'generateBundle'), undefined, [{}, bundle]);
  expect(files).toEqual({
    editor: ['./editor.js', './core.js', './library.js'],
    page: ['./page.js', './core.js'],
  });
});

test('reads the bundle of the page, not that of the server', () => {
  const hooks: object = chunkFiles({}).plugin;
  const appliesTo = (name: string) =>
    Reflect.apply(Reflect.get(hooks, 'applyToEnvironment'), undefined, [{ name }]);
  expect([appliesTo('client'), appliesTo('ssr')]).toEqual([true, false]);
});
