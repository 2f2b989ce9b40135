import { useEffect } from 'react';
import { isMetered, whenIdle } from '#browser/connection.ts';
import type { LazyPart } from '#components/feedback/lazy-part.tsx';

/**
 * Fetches what the user is likely to open next, once what is asked for now stands and the browser has nothing
 * better to do; not where transferred bytes cost money.
 */
export function useFetchAhead<Props extends object>(part: LazyPart<Props>, isStanding: boolean): void {
  useEffect(() => {
    if (!isStanding || isMetered()) return;
    return whenIdle(() => void part.preload());
  }, [part, isStanding]);
}
