import type { Placement } from '@floating-ui/dom';

/** The four sides a tooltip may be asked at. */
export type Side = 'top' | 'bottom' | 'left' | 'right';

/** How {@link float} places an element. */
export interface FloatOptions {
  readonly placement: Placement;
  /** Distance to the reference in px. */
  readonly gap: number;
  /** At least as wide as the reference, as the list of a select. */
  readonly matchWidth?: boolean;
  /** The reference left the page or scrolled out of sight. */
  readonly onLost?: () => void;
}

/** Distance kept to the edges of the window, in px. */
const EDGE = 8;
/** However little room there is, this much of a popup shows, in px. */
const MIN_HEIGHT = 80;

function moveTo(element: HTMLElement, x: number, y: number) {
  element.style.left = `${Math.round(x)}px`;
  element.style.top = `${Math.round(y)}px`;
  element.setAttribute('data-placed', '');
}

/**
 * Good enough when the positioning library can't be loaded, as while the network is away: below the reference
 * or, where there is no room, above it; always inside the window.
 */
function placeRoughly(reference: Element, element: HTMLElement, gap: number) {
  const box = reference.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = box.bottom + gap;
  const y = below + height + EDGE <= window.innerHeight ? below : box.top - gap - height;
  element.style.maxHeight = `${window.innerHeight - 2 * EDGE}px`;
  moveTo(element, Math.max(EDGE, Math.min(box.left, window.innerWidth - width - EDGE)), Math.max(EDGE, y));
}

/**
 * Keeps a popover beside its reference, flipped and shifted to stay in the window, until the returned
 * function is called. The element lies in the top layer (popover), so no panel clips it and window
 * coordinates are enough. It gets `data-placed` once it is in place; before that it should not be seen.
 */
export function float(reference: Element, element: HTMLElement, options: FloatOptions): () => void {
  const { placement, gap, matchWidth = false, onLost } = options;
  let stop: (() => void) | undefined;
  let ended = false;
  if (matchWidth) element.style.minWidth = `${reference.getBoundingClientRect().width}px`;

  async function start() {
    const { autoUpdate, computePosition, flip, hide, offset, shift, size } = await import('@floating-ui/dom');
    if (ended) return;
    const middleware = [
      offset(gap),
      flip({ padding: EDGE }),
      shift({ padding: EDGE }),
      size({
        padding: EDGE,
        apply: ({ availableHeight }) => {
          element.style.maxHeight = `${Math.max(MIN_HEIGHT, availableHeight)}px`;
        },
      }),
      hide(),
    ];
    const update = async () => {
      if (ended) return;
      if (!reference.isConnected) {
        onLost?.();
        return;
      }
      const place = await computePosition(reference, element, { placement, strategy: 'fixed', middleware });
      if (ended) return;
      moveTo(element, place.x, place.y);
      element.setAttribute('data-side', place.placement);
      if (place.middlewareData.hide?.referenceHidden) onLost?.();
    };
    stop = autoUpdate(reference, element, update);
  }

  start().catch(() => {
    if (!ended) placeRoughly(reference, element, gap);
  });
  return () => {
    ended = true;
    stop?.();
  };
}
