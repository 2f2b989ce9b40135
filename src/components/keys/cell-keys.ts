import { latinKey } from '#domain/app/key-press.ts';
import type { CellPlace, CellUse } from '#domain/records/cells/range.ts';

/** The cell of a record that an element is, or is in. */
export function placeOf(element: Element | null): CellPlace | undefined {
  const cell = element?.closest<HTMLElement>('[data-row-id] [data-column]');
  const id = cell?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'];
  const name = cell?.dataset['column'];
  return id === undefined || name === undefined ? undefined : { id, name };
}

/** Enter and F2 edit the cell with the focus, Ctrl+C and Ctrl+V copy and paste from it on. Returns what stops this. */
export function cellKeys(table: HTMLElement, onUse: (use: CellUse) => void): () => void {
  const stop = new AbortController();
  const kindOf = (event: KeyboardEvent): 'edit' | 'copy' | undefined => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (altKey || !(target instanceof Element)) return undefined;
    // Marked text is copied by the browser.
    if ((ctrlKey || metaKey) && !shiftKey && latinKey(event) === 'c')
      return getSelection()?.isCollapsed === false ? undefined : 'copy';
    if (ctrlKey || metaKey) return undefined;
    // A link or a button in the cell has its own Enter.
    return key === 'F2' || (key === 'Enter' && target.matches('[role=gridcell]')) ? 'edit' : undefined;
  };
  // On the table: it comes before the handler of the row, which Enter would open.
  table.addEventListener(
    'keydown',
    (event) => {
      const at = event.target instanceof Element ? placeOf(event.target) : undefined;
      const kind = kindOf(event);
      if (!at || !kind) return;
      event.preventDefault();
      event.stopPropagation();
      onUse({ kind, at });
    },
    stop,
  );
  // Without a text caret, browsers do not send the event to the element with the focus.
  document.addEventListener(
    'paste',
    (event) => {
      const { activeElement } = document;
      const at = table.contains(activeElement) ? placeOf(activeElement) : undefined;
      // A picture must not empty cells.
      if (!at || !event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      onUse({ kind: 'paste', at, text: event.clipboardData.getData('text/plain') });
    },
    stop,
  );
  return () => stop.abort();
}
