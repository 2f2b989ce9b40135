import { useEffect } from 'react';
import { isMetered, whenIdle } from '#browser/connection.ts';
import type { LazyPart } from '#components/feedback/lazy-part.tsx';

/**
 * Fetches a part that the user is likely to open next, once the current content is ready and the browser is idle; not
 * on a metered connection.
 */
export function useFetchAhead<Props extends object>(part: LazyPart<Props>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady || isMetered()) return;
    return whenIdle(() => void part.preload());
  }, [part, isReady]);
}
