import { type RefObject, useEffect, useState } from 'react';

/**
 * Gives a function that moves the focus to the first element of a panel that fits `selector`, once what changed
 * is shown: the first field with an error (RP-20), or the button that saves.
 */
export function useFocusOn(form: RefObject<HTMLFormElement | null>, selector: string): () => void {
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (!requests) return;
    // A dialog that closes gives the focus back first, even if to nothing.
    const frame = requestAnimationFrame(() => {
      const element = form.current?.closest('[data-panel]')?.querySelector<HTMLElement>(selector);
      // A closed section can't be focused into, and its error can't be read.
      const section = element?.closest('details');
      if (section && element && !section.querySelector('summary')?.contains(element)) section.open = true;
      element?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [requests, form, selector]);
  return () => setRequests((count) => count + 1);
}
