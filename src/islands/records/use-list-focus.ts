import { type RefObject, useEffect } from 'react';
import { keepFocus } from '#components/hooks/keep-focus.ts';

const ROWS = '[data-records-table] [data-record-id]';
const idOf = (row: Element) => row.getAttribute('data-record-id') ?? '';

/**
 * Keeps the focus in the records screen when the focused element is removed: a deleted row, the selection bar,
 * 'Load more'. The focus moves to the row that was used last, or to the next one, the previous one or the list.
 * @param collectionId collection of the list; another collection has other rows
 */
export function useListFocus(page: RefObject<HTMLElement | null>, collectionId: string | undefined): void {
  useEffect(() => {
    const root = page.current;
    if (!root || !collectionId) return;
    const rows = () => [...root.querySelectorAll<HTMLElement>(ROWS)];
    // Row ids, best first. Recorded on focus, because the neighbours of a removed row are unknown.
    let candidates: readonly string[] = [];
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest(ROWS) : null;
      if (!row) return;
      const ids = rows().map(idOf);
      const at = ids.indexOf(idOf(row));
      candidates = [...ids.slice(at), ...ids.slice(0, at).reverse()];
    };
    root.addEventListener('focusin', remember);
    const stop = keepFocus(root, () => {
      const byId = new Map(rows().map((row) => [idOf(row), row]));
      const candidate = candidates.find((id) => byId.has(id));
      return candidate === undefined
        ? root.querySelector<HTMLElement>('[data-records-scroller]')
        : byId.get(candidate);
    });
    return () => {
      root.removeEventListener('focusin', remember);
      stop();
    };
  }, [page, collectionId]);
}
