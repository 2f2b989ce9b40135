import { startTransition, useEffect, useState } from 'react';

/** Fields of the first frame: most of those that fit into the panel of a usual window. */
const FIRST = 5;
/** Fields of each further task. */
const STEP = 4;

/** The number of fields to render, and a function that shows all at once. */
export type ShownCount = readonly [count: number, showAll: () => void];

/**
 * Renders a long form in several tasks: the fields at the top in the first frame, further ones after it, a few at a
 * time. `isReady` is false while there is no form; another `key` starts again.
 */
export function useShownCount(key: number, total: number, isReady: boolean): ShownCount {
  const [shown, setShown] = useState({ key, count: FIRST });
  const count = shown.key === key ? shown.count : FIRST;
  useEffect(() => {
    if (!isReady || count >= total) return;
    const timer = setTimeout(() => startTransition(() => setShown({ key, count: count + STEP })));
    return () => clearTimeout(timer);
  }, [key, count, total, isReady]);
  return [count, () => setShown({ key, count: Number.POSITIVE_INFINITY })];
}
