import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';

/** Whether a scroll container must be a tab stop: it overflows, and nothing in it lets the keyboard scroll it. */
export function useScrollTabStop(scroller: RefObject<HTMLElement | null>): boolean {
  const [isStop, setStop] = useState(false);
  const check = useEffectEvent(() => {
    const element = scroller.current;
    // The height is measured only if nothing inside is focusable.
    if (element) setStop(!element.querySelector(FOCUSABLE) && element.scrollHeight > element.clientHeight);
  });
  // After every render, because the content may have changed.
  useEffect(() => check());
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => check());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  return isStop;
}
