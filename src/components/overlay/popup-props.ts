import { isComposing, type KeyPress } from '#domain/app/key-press.ts';
import type { PopupState } from './use-popup.ts';

const POPUP =
  'z-10 overflow-y-auto rounded-box border border-base-300 bg-raised p-1 text-sm text-base-content shadow-popup outline-none transition-opacity starting:opacity-0 data-[state=closing]:opacity-0 duration-150';

function showWrapper(popup: HTMLElement | null) {
  const wrapper = popup?.parentElement;
  if (wrapper?.popover && !wrapper.matches(':popover-open')) wrapper.showPopover();
}

/** In the top layer, so that no panel clips it, but in the DOM after its trigger: of the same landmark or panel. */
export const popupProps = (state: PopupState, className: string) =>
  ({
    fixed: true,
    gutter: 4,
    // Hidden 150 ms after closing. The library would hide a popup at once if it closes while fading in.
    alwaysVisible: true,
    hideOnInteractOutside: false,
    hideOnEscape: (event: KeyPress) => !isComposing(event),
    wrapperProps: {
      popover: 'manual',
      className: 'inset-auto m-0 overflow-visible border-0 bg-transparent p-0',
      // While the popup fades out, presses reach what is below, and a calendar does not focus its day again.
      inert: state === 'closing',
    },
    ref: showWrapper,
    'data-state': state,
    'data-popup-open': state === 'open' ? '' : undefined,
    className: `${POPUP} ${className}`,
    style: { maxHeight: 'max(5rem, var(--popover-available-height))' },
  }) as const;
