import { type RefObject, useEffect } from 'react';
import { keepFocus } from '../../components/focus-keeper.ts';

/**
 * Keeps the focus in the records screen when what has it goes: a row that is deleted, the bar of the selection,
 * 'Load more'. It goes to the row that was in use last or to the one in its place, else to the list.
 * @param collectionId of the list; another one has other rows
 */
export function useListFocus(page: RefObject<HTMLElement | null>, collectionId: string | undefined): void {
  useEffect(() => {
    const root = page.current;
    if (!root || !collectionId) return;
    let place: { readonly id: string; readonly index: number } | undefined;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-record-id]') : null;
      const id = row?.getAttribute('data-record-id');
      if (id) place = { id, index: Number(row?.getAttribute('aria-rowindex')) };
    };
    root.addEventListener('focusin', remember);
    const stop = keepFocus(root, () => {
      const rows = [...root.querySelectorAll<HTMLElement>('[data-records-table] [data-record-id]')];
      const indexOf = (row: HTMLElement) => Number(row.getAttribute('aria-rowindex'));
      const { id, index } = place ?? {};
      return (
        rows.find((row) => id !== undefined && row.getAttribute('data-record-id') === id) ??
        rows.find((row) => indexOf(row) === index) ??
        // The last row went: what is before it stands at the end.
        rows.findLast((row) => index !== undefined && indexOf(row) === index - 1) ??
        root.querySelector<HTMLElement>('[data-records-scroller]')
      );
    });
    return () => {
      root.removeEventListener('focusin', remember);
      stop();
    };
  }, [page, collectionId]);
}
