import { useEffect, useEffectEvent } from 'react';
import { placeOf } from '#components/keys/cell-keys.ts';
import type { CellPlace, CellUse } from '#domain/records/cells/range.ts';
import { isSameCell } from '#domain/records/cells/range.ts';
import { findScroller, focusCell } from './cells-page.ts';

/**
 * While cells are edited, a click goes to a cell in place of opening its record, Shift and a click or dragging selects
 * cells, and a double click or a second tap edits.
 */
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
