import { expect, test } from 'vitest';
import { isNeededSoon } from '#build/chunks.mjs';
import { compileHints, HINT } from '#build/compile-hints.mjs';

/** Static imports of modules. */
const IMPORTS: Record<string, string[]> = {
  page: ['list', 'table'],
  list: ['table'],
  table: ['page'],
  popup: ['table', 'chart'],
};

/** The hook of a plugin, with a graph of modules around it. */
function hints() {
  const { plugin, postBanner } = compileHints((id) => id === 'page');
  const context = {
    getModuleIds: () => Object.keys(IMPORTS),
    getModuleInfo: (id: string) => ({ importedIds: IMPORTS[id] ?? [] }),
  };
  (plugin.buildEnd as unknown as (this: typeof context) => void).call(context);
  const chunk = (ids: string[], length = 20_000) =>
    postBanner({ moduleIds: ids, modules: { a: { renderedLength: length - 1 }, b: { renderedLength: 1 } } });
  const generate = (bundle: object) =>
    (plugin.generateBundle as unknown as { handler(options: object, bundle: object): void }).handler(
      {},
      bundle,
    );
  return { chunk, generate };
}

test('what a screen imports statically is compiled while it arrives, and nothing else', () => {
  const { chunk } = hints();
  expect(chunk(['page'])).toBe(HINT);
  expect(chunk(['other', 'table'])).toBe(HINT);
  expect(chunk(['popup', 'chart'])).toBe('');
});

test('small modules take no time to compile', () => {
  const { chunk } = hints();
  expect([chunk(['list'], 12_000), chunk(['list'], 11_999)]).toEqual([HINT, '']);
});

test('the comment comes before what Vite has added, once', () => {
  const { generate } = hints();
  const chunks = {
    a: { type: 'chunk', code: `const deps=1;${HINT}\nrun()` },
    b: { type: 'chunk', code: 'run()' },
    c: { type: 'asset', source: HINT },
  };
  generate(chunks);
  expect([chunks.a.code, chunks.b.code]).toEqual([`${HINT}\nconst deps=1;run()`, 'run()']);
});

test('a build without the comment fails', () => {
  expect(() => hints().generate({ a: { type: 'chunk', code: 'run()' } })).toThrow('no module has the hint');
});

test.each([
  ['/x/src/islands/records/RecordsPage.tsx', true],
  ['/x/src/islands/records/panel/RecordPanels.tsx', true],
  ['/x/src/components/rich-text/RichText.tsx', true],
  ['/x/node_modules/react-dom/cjs/react-dom-client.production.js', true],
  ['/x/src/islands/docs/ApiDocs.tsx', false],
])('%s is needed soon: %s', (id, isSoon) => expect(isNeededSoon(id)).toBe(isSoon));
