import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Moves the focus to `target` when there are fewer items than before and the removed one had it. */
export function useFocusAfterRemoval(count: number, target: () => HTMLElement | null | undefined): void {
  const before = useRef(count);
  const focus = useEffectEvent(() => target()?.focus());
  useLayoutEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && document.activeElement === document.body) focus();
  }, [count]);
}
