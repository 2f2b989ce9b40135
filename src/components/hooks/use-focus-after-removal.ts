import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * What is removed takes the focus along, and a keyboard user would start again at the top: when there are
 * fewer things than before and nothing has the focus, it goes to the element that is given.
 */
export function useFocusAfterRemoval(count: number, target: () => HTMLElement | null | undefined): void {
  const before = useRef(count);
  const focus = useEffectEvent(() => target()?.focus());
  useLayoutEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && document.activeElement === document.body) focus();
  }, [count]);
}
