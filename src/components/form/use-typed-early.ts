import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';

/** Takes over what was typed before hydration: React keeps it on screen but not in its state, and would lose it. */
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
    // Renders at once. React subscribes to a store only some time after hydration, and a letter typed in between
    // would be replaced by the old value.
    if (!isHydrated) setTakenOver(true);
  });
  useLayoutEffect(() => adopt(), []);
}
