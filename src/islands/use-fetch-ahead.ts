import { useEffect } from 'react';
import { isMetered, whenIdle } from '#browser/connection.ts';
import type { LazyPart } from '#components/feedback/lazy-slot.tsx';

/** Fetches a likely next part when idle and not metered; `near` is where the pointer or the focus has to be first. */
export function useFetchAhead<Props extends object>(
  part: LazyPart<Props>,
  isReady: boolean,
  near?: string,
): void {
  useEffect(() => {
    if (!isReady || isMetered()) return;
    if (near === undefined) return whenIdle(() => void part.preload());
    const seen = new AbortController();
    const look = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest(near))) return;
      seen.abort();
      void part.preload();
    };
    for (const type of ['pointerover', 'focusin']) addEventListener(type, look, { signal: seen.signal });
    return () => seen.abort();
  }, [part, isReady, near]);
}
