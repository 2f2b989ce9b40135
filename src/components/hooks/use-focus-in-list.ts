import { type RefObject, useEffect, useRef } from 'react';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const lastButton = (element: Element | null | undefined) =>
  [...(element?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].at(-1);

/**
 * Keeps the focus in a list whose items end in a button that removes them: it goes to the same button of the item
 * that follows, else of the one before, and behind the last of all to the last button of `group` or to `instead`.
 * @param items selector of the items within `group`
 * @param count how many there are
 */
export function useFocusInList(
  group: RefObject<HTMLElement | null>,
  items: string,
  count: number,
  instead?: () => HTMLElement | null | undefined,
): void {
  const place = useRef(-1);
  useEffect(() => {
    const element = group.current;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      place.current = [...(element?.querySelectorAll(items) ?? [])].findIndex((item) =>
        item.contains(target),
      );
    };
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, [group, items]);
  useFocusAfterRemoval(count, () => {
    // What was removed from elsewhere had not the focus.
    if (place.current < 0) return undefined;
    const rest = [...(group.current?.querySelectorAll(items) ?? [])];
    return (
      lastButton(rest[Math.min(place.current, rest.length - 1)]) ?? instead?.() ?? lastButton(group.current)
    );
  });
}
