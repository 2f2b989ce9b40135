import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Takes over what was typed or filled in by the browser before React took over a prerendered field: React
 * keeps that text on screen but knows nothing of it, and would lose it with the next rendering.
 */
export function useTypedEarly(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const adopt = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (value === '' && typed !== '') onChange(typed);
  });
  useLayoutEffect(() => adopt(), []);
}
