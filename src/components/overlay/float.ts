import { autoUpdate, computePosition, flip, hide, offset, shift, size } from '@floating-ui/dom';
import { EDGE, GAP, moveTo } from './place-roughly.ts';

export type Side = 'top' | 'bottom' | 'left' | 'right';

/** The maximum height of a tooltip never falls below this, even if less space is available, in px. */
const MIN_HEIGHT = 80;

/** Keeps a tooltip, which is in the top layer, at a side of its owner; `onLost` when that scrolls out of view. */
export function float(owner: Element, tip: HTMLElement, side: Side, onLost: () => void): () => void {
  const middleware = [
    offset(GAP),
    flip({ padding: EDGE }),
    shift({ padding: EDGE }),
    size({
      padding: EDGE,
      apply: ({ availableHeight }) => {
        tip.style.maxHeight = `${Math.max(MIN_HEIGHT, availableHeight)}px`;
      },
    }),
    hide(),
  ];
  let ended = false;
  async function update() {
    const place = await computePosition(owner, tip, { placement: side, strategy: 'fixed', middleware });
    if (ended) return;
    moveTo(tip, place.x, place.y);
    tip.setAttribute('data-side', place.placement);
    if (place.middlewareData.hide?.referenceHidden) onLost();
  }
  const stop = autoUpdate(owner, tip, update);
  return () => {
    ended = true;
    stop();
  };
}
