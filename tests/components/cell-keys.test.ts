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

/** What a key in the cell `title` of the record `a` does. */
function usesOfKey(init: Readonly<Record<string, unknown>>): readonly string[] {
  class FakeElement extends EventTarget {
    dataset = { rowId: 'a', column: 'title' };
    closest = () => this;
    matches = () => true;
  }
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('getSelection', () => null);
  const table = new FakeElement();
  const uses: string[] = [];
  const stop = cellKeys(table as unknown as HTMLElement, ({ kind }) => uses.push(kind));
  table.dispatchEvent(Object.assign(new Event('keydown'), { code: '', ...init }));
  stop();
  return uses;
}

test.each([
  [{ key: 'c', ctrlKey: true }, ['copy']],
  [{ key: 'C', metaKey: true }, ['copy']],
  [{ key: 'с', code: 'KeyC', ctrlKey: true }, ['copy']],
  [{ key: 'j', code: 'KeyC', ctrlKey: true }, []],
  [{ key: 'C', ctrlKey: true, shiftKey: true }, []],
  [{ key: 'c' }, []],
  [{ key: 'Enter' }, ['edit']],
  [{ key: 'F2' }, ['edit']],
])('the key %o does %j, with Caps Lock and on other keyboards too', (init, expected) => {
  expect(usesOfKey(init)).toEqual(expected);
});
