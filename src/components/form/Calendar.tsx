import 'cally';
import type { CalendarDateProps, CalendarMonthProps } from 'cally';
import { useEffect, useEffectEvent, useRef } from 'react';
import { parseDate } from '#domain/app/date.ts';
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

export interface CalendarProps {
  /** The chosen day, `yyyy-MM-dd`; any other text means none. */
  readonly day: string;
  readonly onPick: (day: string) => void;
}

/** A month with its days; arrows move by day and week, PageUp and PageDown by month. */
export default function Calendar({ day, onPick }: CalendarProps) {
  const calendar = useRef<CalendarElement>(null);
  const pick = useEffectEvent((element: CalendarElement) => onPick(element.value));

  useEffect(() => {
    const element = calendar.current;
    if (!element) return;
    const listener = () => pick(element);
    element.addEventListener('change', listener);
    const stopFocus = focusDay(element);
    return () => {
      stopFocus();
      element.removeEventListener('change', listener);
    };
  }, []);

  return (
    <div className="calendar">
      <calendar-date ref={calendar} locale="en-GB" value={parseDate(day) ? day : ''}>
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
    </div>
  );
}
