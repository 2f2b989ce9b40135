import { isComposing, type KeyPress } from '#domain/app/is-composing.ts';
import type { PopupState } from './use-popup.ts';

/** Style of every popup; it fades in and out. */
const POPUP =
  'z-10 overflow-y-auto rounded-box border border-base-300 bg-raised p-1 text-sm text-base-content shadow-lg outline-none transition-opacity starting:opacity-0 data-[state=closing]:pointer-events-none data-[state=closing]:opacity-0 duration-150 motion-reduce:transition-none';

function showWrapper(popup: HTMLElement | null) {
  const wrapper = popup?.parentElement;
  if (wrapper?.popover && !wrapper.matches(':popover-open')) wrapper.showPopover();
}

/**
 * What every popup of the library gets. It lies in the top layer, so that no panel clips it, but stays behind its
 * trigger in the page, whose landmark or panel owns it. `data-popup-open` tells panels that this Escape is not
 * theirs (OP-12).
 */
export const popupProps = (state: PopupState, className: string) =>
  ({
    fixed: true,
    gutter: 4,
    // It is gone 150 ms after it was closed (UI-05); the library hides at once what closes before it faded in.
    alwaysVisible: true,
    hideOnInteractOutside: false,
    hideOnEscape: (event: KeyPress) => !isComposing(event),
    wrapperProps: {
      popover: 'manual',
      className: 'inset-auto m-0 overflow-visible border-0 bg-transparent p-0',
    },
    ref: showWrapper,
    'data-state': state,
    'data-popup-open': '',
    className: `${POPUP} ${className}`,
    style: { maxHeight: 'max(5rem, var(--popover-available-height))' },
  }) as const;
