import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';

export interface ListScrollerProps extends Omit<ComponentProps<'div'>, 'ref'> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly label: string;
  /** Identifies the list, compared by identity: another one starts at the top. */
  readonly listKey: unknown;
}

/** The scrolling box of a list; the focus moves to it when a focused row is removed. */
export function ListScroller({ ref, label, listKey, ...rest }: ListScrollerProps) {
  const shown = useRef(listKey);
  useLayoutEffect(() => {
    // A new box is at the top; scrolling it would lay out the page at once.
    if (shown.current !== listKey) ref.current?.scrollTo({ top: 0 });
    shown.current = listKey;
  }, [ref, listKey]);

  return (
    <div
      {...rest}
      className="list-scroller"
      ref={ref}
      // Gets the focus only when a row that had it is gone: otherwise, its rows are reached by keyboard.
      tabIndex={-1}
      role="group"
      aria-label={label}
      data-list-scroller=""
    />
  );
}
