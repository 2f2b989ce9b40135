import { focusNear } from '#components/keys/roving.ts';
import type { CellGrid, CellPlace } from '#domain/records/cells/range.ts';

/** The scrolling box of the list on screen. */
export const findScroller = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-records-scroller]');

/** A cell of the list, while it is in the page. */
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

/**
 * Marks the cells of a rectangle, also in rows that come into the page later. The attributes are set without React, so
 * that no row is rendered again. Returns a function that removes the marks.
 */
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
