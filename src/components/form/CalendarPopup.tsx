import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import type { CalendarProps } from './Calendar.tsx';

const Calendar = lazyPart(() => import('./Calendar.tsx'));

export interface CalendarPopupProps extends Pick<CalendarProps, 'day' | 'time'> {
  /** Name of the field. */
  readonly name: string;
  /** Receives a date as `Calendar` picks it. */
  readonly onPick: (date: string) => void;
}

/** A button with a calendar and a time, fetched when it is first opened. */
export function CalendarPopup({ name, day, time, onPick }: CalendarPopupProps) {
  return (
    <PopupDialog
      label={`Calendar of ${name}`}
      trigger={{
        variant: 'medium',
        className: 'max-sm:size-10',
        icon: 'icon-[ri--calendar-line]',
        label: `Choose ${name}`,
        tooltip: undefined,
      }}
      className="min-h-72 w-72"
    >
      {(close) => (
        <Calendar
          day={day}
          time={time}
          onPick={(picked, isDone) => {
            onPick(picked);
            if (isDone) close();
          }}
        />
      )}
    </PopupDialog>
  );
}
