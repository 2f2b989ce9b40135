import { type RefObject, useEffect, useState } from 'react';

const WRONG = '[aria-invalid="true"], [data-invalid] button:not(:disabled)';

/** Gives a function that moves the focus to the first field with an error, once the errors are shown (RP-20). */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempts, form]);
  return () => setAttempts((count) => count + 1);
}
