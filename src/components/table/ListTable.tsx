import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import type { GridKeys } from '#components/keys/keys.ts';
import { withKeys } from '#components/keys/use-keys.ts';

/** The state of a list that grows page by page. */
interface ListState {
  readonly items: GridKeys['items'];
  readonly loading: 'refresh' | 'more' | undefined;
  readonly hasLoadMoreError?: true;
}

export interface ListTableProps
  extends Omit<ComponentProps<'div'>, 'ref'>,
    Pick<GridKeys, 'keep' | 'selection' | 'onCell'> {
  readonly label: string;
  readonly list: ListState;
  readonly isBusy?: boolean;
}

/** Not a `<table>`: invisible rows are not in the page. Not a treegrid: screen readers would announce levels. */
export function ListTable(props: ListTableProps) {
  const { label, list, isBusy, keep, selection, onCell, className = '', ...rest } = props;
  const table = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(() => ({ items: list.items, keep, selection, onCell }));
  useEffect(() => {
    const element = table.current;
    return element ? withKeys(({ gridKeys }) => gridKeys(element, () => read())) : undefined;
  }, []);
  return (
    <div
      {...rest}
      ref={table}
      className={`list-table ${className}`}
      role="grid"
      aria-label={label}
      aria-multiselectable={selection !== undefined || undefined}
      aria-rowcount={list.items.length + 1}
      aria-busy={isBusy || list.loading !== undefined || undefined}
      data-loading={list.loading}
    />
  );
}

export interface ListEndProps {
  readonly list: ListState;
  /** Whether a button loads the next page. */
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly empty: string;
  /** Removes what narrows the list; undefined if nothing does. */
  readonly onClear: (() => void) | undefined;
  readonly action?: ReactNode;
}

/** What follows the rows: that there are none, or a button for the next page. */
export function ListEnd({ list, hasMore, onMore, empty, onClear, action }: ListEndProps) {
  return (
    <>
      {list.items.length === 0 && list.loading === undefined && (
        // Below the header, so that columns and sort stay available.
        <div className="sticky left-0" role="status">
          <EmptyState text={empty}>
            {onClear ? <Button onClick={onClear}>Clear filters</Button> : action}
          </EmptyState>
        </div>
      )}
      {hasMore && (
        <div className="sticky left-0 flex justify-center p-3">
          <Button
            // Keys load more by themselves; on the way out of the list, Tab must not scroll to its end.
            tabIndex={list.hasLoadMoreError ? undefined : -1}
            busy={list.loading === 'more'}
            onClick={onMore}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

/** Number of rows before the end of the loaded ones at which the next page is requested. */
const ROWS_AHEAD = 10;

/** Loads the next page near the end of the rows, after a failure only by the button. `lastIndex` is -1 without rows. */
export function useLoadAhead(
  list: ListState & { readonly hasMore: boolean },
  lastIndex: number,
  loadMore: () => void,
): void {
  const count = list.items.length;
  const canLoad = list.hasMore && !list.loading && !list.hasLoadMoreError;
  const isNear = lastIndex >= 0 && lastIndex >= count - ROWS_AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one loaded page may not be enough.
  useEffect(() => {
    if (isNear && canLoad) loadMore();
  }, [isNear, canLoad, count]);
}
