import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';

/**
 * Takes over what was typed or filled in by the browser before React took over a prerendered field: React
 * keeps that text on screen but knows nothing of it, and would lose it with the next rendering.
 */
export function useTypedEarly(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const isHydrated = useIsHydrated();
  const [, setTakenOver] = useState(false);
  const adopt = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (value === '' && typed !== '') onChange(typed);
    // Renders at once. React listens to a store only some time after it took over, and a letter typed in between
    // would be replaced by what the field held before.
    if (!isHydrated) setTakenOver(true);
  });
  useLayoutEffect(() => adopt(), []);
}
