import { type RefObject, useEffect, useState } from 'react';

/** Returns what moves the focus, after a render, to the first match in the form's panel, and shows its message. */
export function useFocusOn(form: RefObject<HTMLElement | null>, selector: string): () => void {
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (!requests) return;
    // A closing dialog restores the focus first, even if nothing had it before.
    const frame = requestAnimationFrame(() => {
      const root = form.current?.closest('[data-panel]') ?? form.current;
      const element = root?.querySelector<HTMLElement>(selector);
      // An element in a closed section can't be focused, and its error is hidden.
      const section = element?.closest('details');
      if (section && element && !section.querySelector('summary')?.contains(element)) section.open = true;
      // The message below the field may be out of sight although the field is not.
      const message = element?.getAttribute('aria-describedby')?.split(' ').at(-1);
      element?.focus();
      if (message) document.getElementById(message)?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [requests, form, selector]);
  return () => setRequests((count) => count + 1);
}
