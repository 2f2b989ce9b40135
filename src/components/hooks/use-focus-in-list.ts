import { type RefObject, useEffect, useRef } from 'react';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const lastButton = (element: Element | null | undefined) =>
  [...(element?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].at(-1);

/**
 * Keeps the focus in a list whose items end with a remove button. After a removal the focus moves to the remove button
 * of the next item, or of the previous one. When no item is left, it moves to `fallback` or the last button of `group`.
 * @param items selector of the items within `group`
 * @param count number of items
 */
export function useFocusInList(
  group: RefObject<HTMLElement | null>,
  items: string,
  count: number,
  fallback?: () => HTMLElement | null | undefined,
): void {
  const place = useRef(-1);
  useEffect(() => {
    const element = group.current;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const all = [...(element?.querySelectorAll(items) ?? [])];
      place.current = all.findIndex((item) => item.contains(target));
    };
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, [group, items]);
  useFocusAfterRemoval(count, () => {
    // The removed item did not have the focus.
    if (place.current < 0) return undefined;
    const rest = [...(group.current?.querySelectorAll(items) ?? [])];
    return (
      lastButton(rest[Math.min(place.current, rest.length - 1)]) ?? fallback?.() ?? lastButton(group.current)
    );
  });
}
