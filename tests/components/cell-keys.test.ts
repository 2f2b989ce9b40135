import { afterEach, expect, test, vi } from 'vitest';
import { cellKeys } from '#components/keys/cell-keys.ts';
import type { CellUse } from '#domain/records/cells/range.ts';

afterEach(() => vi.unstubAllGlobals());

/** What a paste into the cell `title` of the record `a` does; `data` are texts of the clipboard by their types. */
function usesOfPaste(data: Readonly<Record<string, string>>): readonly CellUse[] {
  const row = { dataset: { rowId: 'a' } };
  const cell = { dataset: { column: 'title' }, closest: () => row };
  const page = Object.assign(new EventTarget(), { activeElement: { closest: () => cell } });
  vi.stubGlobal('document', page);
  const table = Object.assign(new EventTarget(), { contains: () => true });
  const uses: CellUse[] = [];
  const stop = cellKeys(table as unknown as HTMLElement, (use) => uses.push(use));
  const clipboardData = { types: Object.keys(data), getData: (type: string) => data[type] ?? '' };
  page.dispatchEvent(Object.assign(new Event('paste'), { clipboardData }));
  stop();
  return uses;
}

test('a paste takes the text, also an empty one; a picture leaves the cell as it is', () => {
  const at = { id: 'a', name: 'title' };
  expect(usesOfPaste({ 'text/plain': 'new', 'text/html': '<b>new</b>' })).toEqual([
    { kind: 'paste', at, text: 'new' },
  ]);
  expect(usesOfPaste({ 'text/plain': '' })).toEqual([{ kind: 'paste', at, text: '' }]);
  expect(usesOfPaste({ 'image/png': '' })).toEqual([]);
});
