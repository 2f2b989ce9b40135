import { useEffect, useState } from 'react';

/** Whether something has been waited for longer than `delay` ms; false as soon as it isn't waited for any more. */
export function useIsOverdue(isWaiting: boolean, delay: number): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOverdue(true), delay);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isWaiting, delay]);
  return isOverdue;
}
