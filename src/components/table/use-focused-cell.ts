import { type FocusEvent, useState } from 'react';

export interface FocusedCell {
  readonly rowId: string | undefined;
  /** Position among all columns of the table, from 1. */
  readonly colIndex: number | undefined;
}

const NO_CELL: FocusedCell = { rowId: undefined, colIndex: undefined };

function cellOf(target: EventTarget | null): FocusedCell {
  if (!(target instanceof Element)) return NO_CELL;
  const colIndex = Number(target.closest('[aria-colindex]')?.getAttribute('aria-colindex'));
  return {
    rowId: target.closest('[data-row-id]')?.getAttribute('data-row-id') ?? undefined,
    colIndex: colIndex || undefined,
  };
}

/** Its row and column must stay in the page while out of sight: else the keyboard would start again at the top. */
export function useFocusedCell() {
  const [cell, setCell] = useState(NO_CELL);
  const update = (next: FocusedCell) =>
    setCell((now) => (next.rowId === now.rowId && next.colIndex === now.colIndex ? now : next));
  return {
    cell,
    /** Renders a cell that is about to get the focus. */
    keep: update,
    onFocus: ({ target }: FocusEvent) => update(cellOf(target)),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // Another window has the focus; it will return to the same cell.
      if (!document.hasFocus()) return;
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) update(NO_CELL);
    },
  };
}
