import { isComposing } from '#domain/app/key-press.ts';
import type { Side } from './float.ts';
import { placeRoughly } from './place-roughly.ts';

const ID = 'atoll-tooltip';
const OWNERS = '[role=dialog], [role=alertdialog], main, nav, aside, footer';
const STYLE = [
  'pointer-events-none fixed inset-auto m-0 max-h-[60vh] max-w-sm overflow-hidden whitespace-pre-line',
  'rounded-field border-0 bg-neutral px-2 py-1 text-left text-xs text-neutral-content shadow-lifted',
  '[overflow-wrap:anywhere] opacity-0 data-placed:opacity-100',
].join(' ');

const isSide = (side: string | null): side is Side =>
  side === 'top' || side === 'bottom' || side === 'left' || side === 'right';

function ownerOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip], [data-tooltip-clipped]') ?? undefined;
}

/** While the text is cut off, `data-tooltip-clipped` or, if that is empty, the text itself; else `data-tooltip`. */
function textOf(element: HTMLElement): string {
  const whole = element.getAttribute('data-tooltip-clipped');
  const isClipped = whole !== null && element.scrollWidth > element.clientWidth;
  if (isClipped) return whole || (element.textContent ?? '');
  return element.getAttribute('data-tooltip') ?? '';
}

function setDescribed(element: HTMLElement, on: boolean) {
  const others = (element.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .filter((id) => id && id !== ID);
  const ids = on ? [...others, ID] : others;
  if (ids.length) element.setAttribute('aria-describedby', ids.join(' '));
  else element.removeAttribute('aria-describedby');
}

/**
 * Installs one tooltip for the whole page: any element with `data-tooltip="text"` shows it on hover and keyboard focus,
 * at the side in `data-tooltip-side`, top by default; with `data-tooltip-tap` also on a tap. Ariakit's would cost 25 kB
 * (Brotli) instead of 6 kB for the positioning alone, and hundreds of elements share this one.
 */
export function installTooltips(): void {
  const tip = document.createElement('div');
  tip.id = ID;
  tip.setAttribute('role', 'tooltip');
  tip.setAttribute('popover', 'manual');
  tip.className = STYLE;
  /** A new object each time: the same element may show it again before the code that places it is there. */
  let shown: { readonly owner: HTMLElement; stopFloating?: () => void } | undefined;
  /** The element under a mouse or pen. CSS `:hover` would also match after a tap. */
  let hovered: HTMLElement | undefined;
  // No event reports that an element was removed from the page.
  const removals = new MutationObserver(() => {
    if (!shown?.owner.isConnected) hide();
  });

  function hide() {
    if (!shown) return;
    setDescribed(shown.owner, false);
    shown.stopFloating?.();
    shown = undefined;
    removals.disconnect();
    tip.remove();
  }

  function show(element: HTMLElement) {
    if (shown?.owner === element) return;
    hide();
    const text = textOf(element);
    if (!text) return;
    shown = { owner: element };
    tip.textContent = text;
    tip.removeAttribute('data-placed');
    // It is painted in the top layer. For assistive technology it belongs to its panel or landmark.
    (element.closest(OWNERS) ?? document.body).append(tip);
    tip.showPopover();
    removals.observe(document.body, { childList: true, subtree: true });
    // If the text is the accessible name, screen readers must not read it again as the description.
    if (element.getAttribute('aria-label') !== text) setDescribed(element, true);
    const side = element.getAttribute('data-tooltip-side');
    void place(shown, isSide(side) ? side : 'top');
  }

  async function place(one: NonNullable<typeof shown>, side: Side) {
    const positioning = await import('./float.ts').catch(() => undefined);
    if (shown !== one) return;
    // A hovered element is visible, even if it is measured as hidden for a moment while its panel slides in.
    if (positioning) one.stopFloating = positioning.float(one.owner, tip, side, hideUnlessHovered);
    else placeRoughly(one.owner, tip);
  }

  /** Used when the focus moves, e.g. because a panel opens: that must not hide the tooltip of a hovered element. */
  function hideUnlessHovered() {
    if (shown?.owner !== hovered) hide();
  }

  function onPointerOver(event: PointerEvent) {
    hovered = event.pointerType === 'touch' ? undefined : ownerOf(event.target);
    if (hovered) show(hovered);
    else if (!shown?.owner.matches(':focus-visible')) hide();
  }

  function onPointerLeave() {
    hovered = undefined;
    hide();
  }

  /** Touch has no hover: an icon whose only purpose is its tooltip shows it on a tap. */
  function onClick(event: MouseEvent) {
    const element = ownerOf(event.target);
    if (element?.hasAttribute('data-tooltip-tap')) show(element);
  }

  function onFocusIn(event: FocusEvent) {
    const element = ownerOf(event.target);
    if (element?.matches(':focus-visible')) show(element);
    else hideUnlessHovered();
  }

  function onScroll() {
    // The tooltip follows its element. When the element scrolls away from the pointer, a pointerover event follows.
    if (!shown?.owner.matches(':focus-visible')) hideUnlessHovered();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event)) hide();
  }

  const passive = { capture: true, passive: true };
  document.addEventListener('pointerover', onPointerOver, passive);
  document.documentElement.addEventListener('pointerleave', onPointerLeave, passive);
  document.addEventListener('focusin', onFocusIn, passive);
  document.addEventListener('focusout', hideUnlessHovered, passive);
  document.addEventListener('keydown', onKeyDown, passive);
  document.addEventListener('pointerdown', hide, passive);
  document.addEventListener('click', onClick, passive);
  document.addEventListener('scroll', onScroll, passive);
  window.addEventListener('hashchange', hide, passive);
}
