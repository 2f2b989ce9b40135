import { type RefObject, useEffect } from 'react';
import { keepFocus } from '#components/hooks/focus-keeper.ts';

const ROWS = '[data-records-table] [data-record-id]';
const idOf = (row: Element) => row.getAttribute('data-record-id') ?? '';

/**
 * Keeps the focus in the records screen when what has it goes: a row that is deleted, the bar of the selection,
 * 'Load more'. It goes to the row that was in use last, else to the next one, to the one before or to the list.
 * @param collectionId of the list; another one has other rows
 */
export function useListFocus(page: RefObject<HTMLElement | null>, collectionId: string | undefined): void {
  useEffect(() => {
    const root = page.current;
    if (!root || !collectionId) return;
    const rows = () => [...root.querySelectorAll<HTMLElement>(ROWS)];
    // Ids of rows, the best first; those that follow are known only as long as the row is there.
    let heirs: readonly string[] = [];
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest(ROWS) : null;
      if (!row) return;
      const ids = rows().map(idOf);
      const at = ids.indexOf(idOf(row));
      heirs = [...ids.slice(at), ...ids.slice(0, at).reverse()];
    };
    root.addEventListener('focusin', remember);
    const stop = keepFocus(root, () => {
      const byId = new Map(rows().map((row) => [idOf(row), row]));
      const heir = heirs.find((id) => byId.has(id));
      return heir === undefined ? root.querySelector<HTMLElement>('[data-records-scroller]') : byId.get(heir);
    });
    return () => {
      root.removeEventListener('focusin', remember);
      stop();
    };
  }, [page, collectionId]);
}
