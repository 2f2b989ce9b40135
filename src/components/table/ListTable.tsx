import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';

/** The state of a list that grows page by page. */
interface ListState {
  readonly items: readonly unknown[];
  readonly loading: 'refresh' | 'more' | undefined;
}

export interface ListTableProps extends ComponentProps<'div'> {
  /** Accessible name. */
  readonly label: string;
  readonly list: ListState;
  readonly isBusy?: boolean;
}

/** The table of a list. Not a `<table>`: invisible rows are not in the page, ARIA attributes give the total count. */
export function ListTable({ label, list, isBusy, className = '', ...rest }: ListTableProps) {
  return (
    <div
      {...rest}
      className={`list-table ${className}`}
      role="table"
      aria-label={label}
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
  /** Said when the list is empty. */
  readonly empty: string;
  /** Removes what narrows the list; undefined if nothing does. */
  readonly onClear: (() => void) | undefined;
  /** Offered in an empty list that nothing narrows. */
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
          <Button busy={list.loading === 'more'} onClick={onMore}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
