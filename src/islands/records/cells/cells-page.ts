import { useEffect, useEffectEvent } from 'react';
import { placeOf } from '#components/keys/cell-keys.ts';
import { focusNear } from '#components/keys/roving.ts';
import { type CellGrid, type CellPlace, type CellUse, isSameCell } from '#domain/records/cells/range.ts';

export const findScroller = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-records-scroller]');

export const findCell = ({ id, name }: CellPlace): HTMLElement | null | undefined =>
  findScroller()?.querySelector<HTMLElement>(
    `[data-row-id="${CSS.escape(id)}"] [data-column="${CSS.escape(name)}"]`,
  );

/** Moves the focus to a cell, which becomes the tab stop of the list; to the list if it is not in the page. */
export function focusCell(place: CellPlace): void {
  const cell = findCell(place);
  if (!cell) {
    findScroller()?.focus({ preventScroll: true });
    return;
  }
  cell.tabIndex = 0;
  focusNear(cell);
}

/** Marks cells, also of rows that come later; without React, so that no row renders again. Returns what ends it. */
export function markCells(scroller: HTMLElement, { ids, names }: CellGrid): () => void {
  const [rows, columns] = [new Set(ids), new Set(names)];
  const paint = (isOn: boolean) => {
    for (const row of scroller.querySelectorAll<HTMLElement>('[data-row-id]')) {
      const isIn = isOn && rows.has(row.dataset['rowId'] ?? '');
      for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
        if (isIn && columns.has(cell.dataset['column'] ?? '')) cell.setAttribute('aria-selected', 'true');
        else cell.removeAttribute('aria-selected');
      }
    }
  };
  paint(true);
  const observer = new MutationObserver(() => paint(true));
  observer.observe(scroller, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    paint(false);
  };
}

/** While cells are edited, a click goes to a cell, Shift or dragging selects, a double click or second tap edits. */
export function useCellMouse(isOn: boolean, onUse: (use: CellUse) => void): void {
  const use = useEffectEvent(onUse);
  useEffect(() => {
    const scroller = findScroller();
    if (!isOn || !scroller) return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    let before: CellPlace | undefined;
    const placeAt = ({ target }: Event) => (target instanceof Element ? placeOf(target) : undefined);
    const focused = () => placeOf(document.activeElement);
    scroller.addEventListener(
      'mousedown',
      (event) => {
        const at = placeAt(event);
        if (!at || event.button !== 0) return;
        // The browser would give the focus to the row and mark its text.
        event.preventDefault();
        before = focused();
        if (event.shiftKey && before) use({ kind: 'extend', at: before, to: at });
        focusCell(at);
      },
      options,
    );
    scroller.addEventListener(
      'mouseover',
      (event) => {
        const [from, to] = [focused(), placeAt(event)];
        if (event.buttons !== 1 || !from || !to || isSameCell(from, to)) return;
        use({ kind: 'extend', at: from, to });
        focusCell(to);
      },
      options,
    );
    scroller.addEventListener(
      'click',
      (event) => {
        const at = placeAt(event);
        if (!at) return;
        event.preventDefault();
        event.stopPropagation();
        const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
        if (!event.shiftKey && (event.detail > 1 || isTap) && isSameCell(before, at))
          use({ kind: 'edit', at });
      },
      options,
    );
    return () => stop.abort();
  }, [isOn]);
}
