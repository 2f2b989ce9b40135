import { useEffect, useRef } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { closesOnEscape, PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { usePopup } from '#components/overlay/use-popup.ts';

const Calendar = lazyPart(() => import('./Calendar.tsx'));

/** Props of {@link CalendarPopup}. */
export interface CalendarPopupProps {
  /** Name of the field. */
  readonly name: string;
  /** The chosen day, `yyyy-MM-dd`; anything else is none. */
  readonly day: string;
  readonly onPick: (day: string) => void;
}

/** A button with a calendar, fetched when it is first opened. */
export function CalendarPopup({ name, day, onPick }: CalendarPopupProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const popup = usePopup(trigger, dialog, { placement: 'bottom-end' });
  const { state, open, close } = popup;

  // The calendar takes the focus once more for the day that was picked, and it is lost when the popup goes.
  const isPicked = useRef(false);
  useEffect(() => {
    if (state !== 'closed' || !isPicked.current) return;
    isPicked.current = false;
    // Unless it has gone on to something else in the meantime.
    if (document.activeElement === document.body) trigger.current?.focus();
  }, [state]);

  return (
    <>
      <IconButton
        ref={trigger}
        variant="medium"
        className="max-sm:size-9"
        icon="icon-[ri--calendar-line]"
        label={`Choose ${name}`}
        tooltip={undefined}
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={() => (state === 'open' ? close(true) : open())}
        // The focus is still here while the calendar is fetched.
        onKeyDown={closesOnEscape(popup)}
      />
      <PopupDialog popup={popup} element={dialog} label={`Calendar of ${name}`} className="min-h-72 w-72">
        <Calendar
          day={day}
          onPick={(picked) => {
            isPicked.current = true;
            onPick(picked);
            close(true);
          }}
        />
      </PopupDialog>
    </>
  );
}
