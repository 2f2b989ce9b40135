import { type RefObject, useEffect } from 'react';
import { keepFocus } from '#components/hooks/keep-focus.ts';

const ROWS = '[role=row][data-row-id]';
const idOf = (row: Element) => row.getAttribute('data-row-id') ?? '';

/** Keeps the focus on the row used last, a neighbour, the scroller or the retry button; without `listKey` nothing. */
export function useListFocus(page: RefObject<HTMLElement | null>, listKey: string | undefined): void {
  useEffect(() => {
    const root = page.current;
    if (!root || !listKey) return;
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
        ? root.querySelector<HTMLElement>('[data-list-scroller], [role=alert] button')
        : byId.get(candidate);
    });
    return () => {
      root.removeEventListener('focusin', remember);
      stop();
    };
  }, [page, listKey]);
}
