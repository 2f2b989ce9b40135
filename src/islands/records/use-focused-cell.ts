import { type FocusEvent, useState } from 'react';

interface FocusedCell {
  readonly recordId: string | undefined;
  /** Position among all columns of the table, from 1. */
  readonly colIndex: number | undefined;
}

const NOWHERE: FocusedCell = { recordId: undefined, colIndex: undefined };

function cellOf(target: EventTarget | null): FocusedCell {
  if (!(target instanceof Element)) return NOWHERE;
  const colIndex = Number(target.closest('[aria-colindex]')?.getAttribute('aria-colindex'));
  return {
    recordId: target.closest('[data-record-id]')?.getAttribute('data-record-id') ?? undefined,
    colIndex: colIndex || undefined,
  };
}

/**
 * Where in the table the focus is: that row and that column stay in the page while they are out of sight, or
 * whoever works by keyboard would start again at the top of the page.
 */
export function useFocusedCell() {
  const [cell, setCell] = useState(NOWHERE);
  const show = (next: FocusedCell) => {
    if (next.recordId !== cell.recordId || next.colIndex !== cell.colIndex) setCell(next);
  };
  return {
    cell,
    onFocus: ({ target }: FocusEvent) => show(cellOf(target)),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // Another window took the focus; it comes back to the same place.
      if (!document.hasFocus()) return;
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) show(NOWHERE);
    },
  };
}
