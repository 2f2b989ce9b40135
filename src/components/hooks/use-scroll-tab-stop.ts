import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';

/**
 * Whether what scrolls must be a Tab stop itself: it holds more than is in sight and nothing that takes the focus,
 * so that the keys would not reach the rest of it.
 */
export function useScrollTabStop(scroller: RefObject<HTMLElement | null>): boolean {
  const [isStop, setStop] = useState(false);
  const check = useEffectEvent(() => {
    const element = scroller.current;
    // Measured only where nothing takes the focus.
    if (element) setStop(!element.querySelector(FOCUSABLE) && element.scrollHeight > element.clientHeight);
  });
  // After every render, for the content may be another one.
  useEffect(() => check());
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => check());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  return isStop;
}
