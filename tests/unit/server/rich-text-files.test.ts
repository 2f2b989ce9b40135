import { expect, test } from 'vitest';
import { filesOf } from '../../../src/server/build/rich-text-files.mjs';

const chunk = (fileName: string, imports: string[] = [], facadeModuleId: string | null = null) => ({
  fileName,
  imports,
  facadeModuleId,
});

test('names the chunk of a module and what it imports, circles included, and nothing else', () => {
  const chunks = [
    chunk('page.js', ['core.js'], '/src/Page.tsx'),
    chunk('core.js'),
    chunk('shared.js', ['editor.js']),
    chunk('editor.js', ['library.js', 'core.js', 'shared.js'], '/src/Editor.tsx'),
    chunk('library.js'),
  ];
  expect(filesOf(chunks, /Editor\.tsx$/)).toEqual(['editor.js', 'library.js', 'core.js', 'shared.js']);
});

test('fails where the module has no chunk of its own', () => {
  expect(() => filesOf([chunk('page.js')], /Editor\.tsx$/)).toThrow('No chunk');
});
