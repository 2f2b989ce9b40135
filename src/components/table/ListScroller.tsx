import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';

/** Props of {@link ListScroller}; other `<div>` props are passed through. */
export interface ListScrollerProps extends Omit<ComponentProps<'div'>, 'ref'> {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Accessible name. */
  readonly label: string;
  /** Identifies the list, compared by identity: another one starts at the top. */
  readonly listKey: unknown;
}

/** The scrolling box of a list; the focus moves to it when a focused row is removed. */
export function ListScroller({ ref, label, listKey, ...rest }: ListScrollerProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what matters.
  useLayoutEffect(() => {
    ref.current?.scrollTo({ top: 0 });
  }, [listKey]);

  return (
    <div
      {...rest}
      className="list-scroller"
      ref={ref}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      role="group"
      aria-label={label}
      data-list-scroller=""
    />
  );
}
