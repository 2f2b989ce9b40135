/** Distance between an element and its tooltip in px. */
export const GAP = 5;
/** Distance kept to the edges of the window, in px. */
export const EDGE = 8;

/** Moves a tooltip to a position in the window and sets `data-placed`; it is invisible before. */
export function moveTo(tip: HTMLElement, x: number, y: number): void {
  tip.style.left = `${Math.round(x)}px`;
  tip.style.top = `${Math.round(y)}px`;
  tip.setAttribute('data-placed', '');
}

/** For want of the positioning library, e.g. offline: below the owner, or above it; always inside the window. */
export function placeRoughly(owner: Element, tip: HTMLElement): void {
  const box = owner.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const below = box.bottom + GAP;
  const y = below + height + EDGE <= window.innerHeight ? below : box.top - GAP - height;
  tip.style.maxHeight = `${window.innerHeight - 2 * EDGE}px`;
  moveTo(tip, Math.max(EDGE, Math.min(box.left, window.innerWidth - width - EDGE)), Math.max(EDGE, y));
}
