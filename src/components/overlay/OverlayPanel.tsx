import { Dialog, DialogHeading } from '@ariakit/react/dialog';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ensureAnnouncer, liveElements } from '#components/elements/announce.ts';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { fieldToLeave, isEscapeKept } from '#components/hooks/editing.ts';
import { keepFocus, pathOf, restoreFocus } from '#components/hooks/keep-focus.ts';
import { useIsPainted } from '#components/hooks/use-is-painted.ts';
import { useScrollTabStop } from '#components/hooks/use-scroll-tab-stop.ts';
import { isComposing } from '#domain/app/key-press.ts';
import { isTopPanel, pushPanel, setPanel, usePanelPlace } from './panel-stack.ts';

/** Keeps the focus in a panel. Call the result when it closes, with the element that had the focus before, if any. */
function usePanelFocus(
  element: HTMLElement | null,
  finalFocus: (() => HTMLElement | null) | undefined,
): (opener: HTMLElement | null) => boolean {
  const origin = useRef<readonly Element[]>([]);
  useLayoutEffect(() => {
    origin.current = pathOf(document.activeElement);
  }, []);
  useEffect(() => (element ? keepFocus(element, () => element) : undefined), [element]);
  return (opener) => {
    const target = finalFocus?.();
    // A cell of that row, for example, that had the focus before.
    if (target && !(opener && target.contains(opener))) {
      target.focus();
      return false;
    }
    if (!opener) restoreFocus(origin.current);
    return true;
  };
}

export type CloseReason = 'escape' | 'backdrop' | 'button';

/** 448, 640, 760 or 1100 px; the whole width on small screens. */
const WIDTHS = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-[640px]',
  lg: 'sm:max-w-[760px]',
  xl: 'sm:max-w-[1100px]',
} as const;

const PLACES = {
  slide:
    'inset-y-0 right-0 h-full border-l opacity-100 translate-x-8 data-enter:translate-x-[max(var(--shift),100%-100vw)]',
  // On a phone at the top, away from its keyboard and from toasts.
  centered:
    'inset-x-0 mx-auto max-h-[calc(100dvh-2rem)] rounded-box border max-sm:top-4 max-sm:w-[calc(100%-1rem)] max-sm:-translate-y-2 max-sm:data-enter:translate-y-0 sm:top-1/2 sm:-translate-y-[48%] sm:data-enter:-translate-y-1/2',
} as const;

interface PanelParts {
  readonly title: ReactNode;
  readonly headerAside?: ReactNode;
  readonly headerBelow?: ReactNode;
  readonly footer?: ReactNode;
  /** Text of a button that closes the panel, before those of the footer. */
  readonly cancel?: string;
  readonly footerAside?: ReactNode;
  readonly children?: ReactNode;
}

export interface OverlayPanelProps extends PanelParts {
  /** Called before Escape, the backdrop, the close button or `cancel` closes it; `false` prevents that. */
  readonly beforeHide?: () => boolean | undefined | Promise<boolean | undefined>;
  /** The owner should no longer render the panel. Not called if `beforeHide` returns false. */
  readonly onRequestClose: (reason: CloseReason) => void;
  readonly overlayClose?: boolean;
  /** Whether Escape in a field only leaves it, and the next one closes; by default true. */
  readonly escLeaves?: boolean;
  readonly btnClose?: boolean;
  readonly busy?: boolean;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Returns the element that gets the focus after closing instead of the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
  readonly variant?: keyof typeof PLACES;
  readonly size?: keyof typeof WIDTHS;
  /** Stands beside the page, which stays usable, instead of above it. */
  readonly isDocked?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
  readonly describedBy?: string;
}

/** Whether a menu or list inside the panel is open: Escape or a press closes only that. */
const isPopupOpen = () => document.querySelector('[data-popup-open]') !== null;

function PanelBody({ children }: { readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const isTabStop = useScrollTabStop(body);
  return (
    <div
      ref={body}
      {...(isTabStop && { role: 'group', tabIndex: 0, 'aria-label': 'Content' })}
      className="min-h-0 grow overflow-y-auto overscroll-contain px-4 py-3 outline-offset-[-2px]"
    >
      {children}
    </div>
  );
}

interface PanelElement {
  readonly id: string;
  readonly element: HTMLElement | null;
  readonly isDocked: boolean;
}

function useStacked({ id, element, isDocked }: PanelElement, variant: keyof typeof PLACES) {
  useLayoutEffect(() => {
    ensureAnnouncer();
    return pushPanel({ id, variant, width: 0 });
  }, [id, variant]);

  useLayoutEffect(() => {
    if (element) setPanel(id, { isDocked, width: element.offsetWidth });
  }, [element, id, isDocked]);

  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setPanel(id, { width: element.offsetWidth }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, id]);

  return usePanelPlace(id);
}

/** Says whether the last key or press is for a panel. Escape first leaves the field with the focus, then closes. */
function usePanelKeys({ id, element, isDocked }: PanelElement, leavesField: boolean, close: () => void) {
  const isMine = useRef(false);
  /** The field that Escape has left: Tab goes on from there. */
  const left = useRef<HTMLElement>(undefined);

  useEffect(() => {
    const stop = new AbortController();
    // Before any other listener: one of them may close what is above this panel, which the same key must not close too.
    const options = { capture: true, signal: stop.signal };
    const isOnTop = () => isTopPanel(id) && !isPopupOpen();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && event.target === element) left.current?.focus({ preventScroll: true });
      // A key elsewhere on the page is not for a docked panel.
      const isHere = !isDocked || (event.target instanceof Node && element?.contains(event.target));
      // The tooltip of the focused control is closed first. One under a resting pointer may have come unasked.
      const isTipShown =
        document.activeElement?.matches('[data-tooltip]:focus-visible') &&
        element?.querySelector('#atoll-tooltip');
      isMine.current = isHere === true && isOnTop() && !isTipShown && !isComposing(event) && !isEscapeKept();
    };
    const onPress = () => {
      left.current = undefined;
      isMine.current = isOnTop();
    };
    window.addEventListener('keydown', onKey, options);
    window.addEventListener('pointerdown', onPress, options);
    return () => stop.abort();
  }, [id, isDocked, element]);

  function onEscape(event: { preventDefault: () => void }): boolean {
    const field = leavesField ? fieldToLeave() : undefined;
    if (isMine.current && field && element?.contains(field)) {
      // A search would be cleared.
      event.preventDefault();
      left.current = field;
      element.focus({ preventScroll: true });
    } else if (isMine.current) close();
    // The owner closes the panel, not the library.
    return false;
  }

  return { isMine, onEscape };
}

interface EdgeProps extends PanelParts, Pick<OverlayPanelProps, 'btnClose'> {
  readonly role: 'presentation' | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
}

function PanelHeader(props: EdgeProps) {
  const { role, title, headerAside, headerBelow, busy, btnClose = true, onClose } = props;
  return (
    <header role={role} className="shrink-0 border-b border-base-300 px-4 py-2">
      <div className="flex min-h-9 items-center gap-2">
        {/* The library's level depends on `modal`. */}
        <DialogHeading
          render={(heading) => <h1 {...heading} />}
          className="min-w-0 grow truncate text-lg font-medium"
        >
          {title}
        </DialogHeading>
        {headerAside}
        {btnClose && (
          <IconButton
            icon="icon-[ri--close-line]"
            iconSize="size-5"
            label="Close"
            tooltip={undefined}
            // The library need not add a hidden button for screen readers.
            data-dialog-dismiss=""
            disabled={busy}
            onClick={onClose}
          />
        )}
      </div>
      {headerBelow}
    </header>
  );
}

function PanelFooter({ role, footer, footerAside, cancel, busy, onClose }: EdgeProps) {
  if (!footer && !footerAside && !cancel) return null;
  return (
    <footer
      role={role}
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-base-300 px-4 py-2.5"
    >
      {footerAside}
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {cancel && (
          <Button variant={footer ? 'ghost' : 'neutral'} disabled={busy} onClick={onClose}>
            {cancel}
          </Button>
        )}
        {footer}
      </div>
    </footer>
  );
}

/** A modal panel over the dimmed page, or a docked one beside it. Several may be open at once; toasts stay usable. */
export function OverlayPanel(props: OverlayPanelProps) {
  const { variant = 'slide', size = 'md', isDocked = false, busy = false, initialFocus } = props;
  const { overlayClose = true, escLeaves = true } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  // The portal is created after the first render, which changes the element.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const pressedBackdrop = useRef(false);
  const isRequesting = useRef(false);
  const isOpen = element !== null;
  const isPainted = useIsPainted(isOpen);
  const onFocusBack = usePanelFocus(element, props.finalFocus);
  const shownPanel = { id, element, isDocked };
  const { zIndex, shift, isLowest } = useStacked(shownPanel, variant);
  const { isMine, onEscape } = usePanelKeys(shownPanel, escLeaves, () => void requestClose('escape'));

  async function requestClose(reason: CloseReason) {
    if (busy || isRequesting.current) return;
    isRequesting.current = true;
    try {
      if ((await props.beforeHide?.()) === false) return;
    } finally {
      isRequesting.current = false;
    }
    props.onRequestClose(reason);
  }

  const style: CSSProperties & Record<'--shift', string> = { zIndex, '--shift': `${-shift}px` };
  const edge: EdgeProps = {
    ...props,
    // Inside a landmark of the page they would be landmarks too.
    role: isDocked ? 'presentation' : undefined,
    busy,
    onClose: () => requestClose('button'),
  };
  return (
    <Dialog
      ref={(node) => {
        panel.current = node;
        setElement(node);
      }}
      id={id}
      role={isDocked ? 'complementary' : props.role}
      // With its element: else the library makes the page inert, takes that back, and styles all of it in between.
      open={isOpen}
      // Makes the rest of the page inert, for which the browser styles all of it: the panel is shown first.
      modal={isPainted && !isDocked}
      portal
      aria-describedby={props.describedBy}
      aria-busy={busy || undefined}
      data-panel={variant}
      autoFocusOnHide={onFocusBack}
      hideOnEscape={onEscape}
      hideOnInteractOutside={false}
      // The library would measure and restyle the whole page; a class on the body has the same effect (base.css).
      preventBodyScroll={false}
      getPersistentElements={liveElements}
      initialFocus={initialFocus ?? panel}
      backdrop={
        !isDocked && (
          // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have Escape and the close button.
          <div
            role="presentation"
            style={{ zIndex }}
            className={`opacity-0 transition-opacity duration-150 data-enter:opacity-100 ${isLowest ? 'bg-black/45' : 'bg-black/20'}`}
            onPointerDown={(event) => {
              pressedBackdrop.current = event.target === event.currentTarget;
            }}
            onClick={({ detail }) => {
              // Not a press that began inside the panel, nor the second click of the double click that opened it.
              if (detail > 1 || !pressedBackdrop.current) return;
              if (overlayClose && isMine.current) requestClose('backdrop');
            }}
          />
        )
      }
      style={style}
      className={`fixed flex w-full flex-col border-base-300 bg-base-100 text-base-content opacity-0 ${isDocked ? '' : 'shadow-panel'} outline-offset-[-2px] transition-[translate,opacity] duration-150 data-enter:opacity-100 ${WIDTHS[size]} ${PLACES[variant]}`}
    >
      <PanelHeader {...edge} />
      <PanelBody>{props.children}</PanelBody>
      <PanelFooter {...edge} />
    </Dialog>
  );
}
