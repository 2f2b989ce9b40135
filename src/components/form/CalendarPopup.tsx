import { type KeyboardEvent, useEffect, useRef } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { POPUP, usePopup } from '../overlay/use-popup.ts';

const Calendar = lazyPart(() => import('./Calendar.tsx'));

/** Props of {@link CalendarPopup}. */
export interface CalendarPopupProps {
  /** Name of the field. */
  readonly name: string;
  /** The chosen day, `yyyy-MM-dd`; anything else is none. */
  readonly day: string;
  readonly onPick: (day: string) => void;
  readonly className: string;
}

/** A button with a calendar, fetched when it is first opened. */
export function CalendarPopup({ name, day, onPick, className }: CalendarPopupProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const { state, open, close } = usePopup(trigger, popup, { placement: 'bottom-end' });

  // The calendar takes the focus once more for the day that was picked, and it is lost when the popup goes.
  const isPicked = useRef(false);
  useEffect(() => {
    if (state !== 'closed' || !isPicked.current) return;
    isPicked.current = false;
    // Unless it has gone on to something else in the meantime.
    if (document.activeElement === document.body) trigger.current?.focus();
  }, [state]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || state !== 'open') return;
    event.preventDefault();
    event.stopPropagation();
    close(true);
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={`Choose ${name}`}
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => (state === 'open' ? close(true) : open())}
        // The focus is still here while the calendar is fetched.
        onKeyDown={onKeyDown}
      >
        <span aria-hidden="true" className="icon-[ri--calendar-line] size-4" />
      </button>
      {state !== 'closed' && (
        <div
          ref={popup}
          role="dialog"
          aria-label={`Calendar of ${name}`}
          popover="manual"
          data-state={state}
          data-popup-open=""
          inert={state === 'closing'}
          className={`${POPUP} z-10 min-h-72 w-72`}
          onKeyDown={onKeyDown}
        >
          <Calendar
            day={day}
            onPick={(picked) => {
              isPicked.current = true;
              onPick(picked);
              close(true);
            }}
          />
        </div>
      )}
    </>
  );
}
