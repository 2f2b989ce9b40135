import 'cally';
import type {
  CalendarDateProps,
  CalendarMonthProps,
  CalendarSelectMonthProps,
  CalendarSelectYearProps,
} from 'cally';
import { use, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { CONTROL } from '#components/elements/control-class.ts';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { formatStored, parseDate } from '#domain/app/date.ts';
import styles from './calendar.css?inline';

// A constructed style sheet is part of this chunk, and the content security policy allows it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'calendar-date': CalendarDateProps & React.RefAttributes<HTMLElement> & React.PropsWithChildren;
      'calendar-month': CalendarMonthProps;
      'calendar-select-month': CalendarSelectMonthProps & { readonly slot: string };
      'calendar-select-year': CalendarSelectYearProps & { readonly slot: string };
    }
  }
}

type CalendarElement = HTMLElement & {
  readonly value: string;
  readonly focus: (options?: { target: 'day' }) => void;
};

/** Focuses the chosen day, or today, once the days are rendered. Returns a function that stops waiting. */
function focusDay(element: CalendarElement): () => void {
  let frame = 0;
  const focusWhenRendered = () => {
    const month = element.querySelector('calendar-month')?.shadowRoot;
    if (month?.querySelector('button[tabindex="0"]')) element.focus({ target: 'day' });
    else frame = requestAnimationFrame(focusWhenRendered);
  };
  focusWhenRendered();
  return () => cancelAnimationFrame(frame);
}

/** Length of `yyyy-MM-dd HH:mm:ss`. */
const SECONDS = 19;

const nowInUtc = () => formatStored(new Date()).slice(0, SECONDS);

export interface CalendarProps {
  /** The chosen day, `yyyy-MM-dd`; any other text means none. */
  readonly day: string;
  /** Its time, `HH:mm:ss`. */
  readonly time: string;
  /** `yyyy-MM-dd HH:mm:ss` in UTC or the chosen zone, there `Z` for now; `isDone` unless only the time was changed. */
  readonly onPick: (date: string, isDone: boolean) => void;
}

/** A month, a time and 'Now', in UTC or the chosen zone. Arrows move by day and week, PageUp and PageDown by month. */
export default function Calendar({ day, time, onPick }: CalendarProps) {
  const zone = use(ZoneContext);
  const today = () => (zone?.edited(nowInUtc()) ?? nowInUtc()).slice(0, 10);
  const calendar = useRef<CalendarElement>(null);
  const pick = useEffectEvent((element: CalendarElement) => onPick(`${element.value} ${time}`, true));

  useEffect(() => {
    const element = calendar.current;
    if (!element) return;
    const listener = ({ target }: Event) => {
      // The lists of months and years report changes too.
      if (target === element) pick(element);
    };
    element.addEventListener('change', listener);
    const stopFocus = focusDay(element);
    return () => {
      stopFocus();
      element.removeEventListener('change', listener);
    };
  }, []);

  return (
    <div className="calendar">
      <calendar-date ref={calendar} locale="en-GB" value={parseDate(day) ? day : ''} today={today()}>
        <calendar-select-month slot="heading" />
        <calendar-select-year slot="heading" maxYears={100} />
        <span
          slot="previous"
          className="icon-[ri--arrow-left-s-line] size-5"
          role="img"
          aria-label="Previous month"
        />
        <span
          slot="next"
          className="icon-[ri--arrow-right-s-line] size-5"
          role="img"
          aria-label="Next month"
        />
        <calendar-month />
      </calendar-date>
      <div className="mt-2 flex items-center gap-2">
        <input
          type="time"
          step={1}
          aria-label={`Time (${zone?.id ?? 'UTC'})`}
          className={CONTROL}
          value={time}
          onChange={({ target }) => {
            // Without seconds while they are 0, and empty while it is incomplete.
            if (target.value)
              onPick(`${parseDate(day) ? day : today()} ${target.value.padEnd(8, ':00')}`, false);
          }}
        />
        <Button onClick={() => onPick(`${nowInUtc()}${zone ? 'Z' : ''}`, true)}>Now</Button>
      </div>
    </div>
  );
}
