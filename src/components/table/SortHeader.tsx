import type { CSSProperties, ReactNode } from 'react';
import { sortStateOf, toggleSort } from '#domain/app/sort.ts';

export interface SortHeaderProps {
  /** Name of the column, shown and, unless `by` is another one, in sort expressions. */
  readonly name: string;
  readonly by?: string;
  readonly icon?: string;
  readonly sort: string;
  /** Called with `-name` on the first click and `+name` on the second. */
  readonly onSort: (sort: string) => void;
  readonly className?: string;
  readonly isEnd?: boolean;
  /** Beside the name. */
  readonly sign?: ReactNode;
  readonly style?: CSSProperties;
  /** Position among all columns, from 1, for tables that render only some of them. */
  readonly colIndex?: number;
  /** Further content of the header, e.g. the handle at its edge. It is not part of the column's accessible name. */
  readonly children?: ReactNode;
}

const ARROWS = {
  ascending: 'icon-[ri--arrow-up-line]',
  descending: 'icon-[ri--arrow-down-line]',
  none: 'icon-[ri--arrow-down-line] opacity-0 group-hover:opacity-60',
} as const;

/** A column header that sorts; an arrow and `aria-sort` mark the sorted column. */
export function SortHeader(props: SortHeaderProps) {
  const {
    name,
    by = name,
    icon,
    sort,
    onSort,
    className = '',
    isEnd = false,
    sign,
    style,
    colIndex,
    children,
  } = props;
  const state = sortStateOf(sort, by);
  return (
    <div
      role="columnheader"
      aria-sort={state}
      aria-colindex={colIndex}
      aria-label={children ? name : undefined}
      style={style}
      className={`p-0 text-left font-medium ${className}`}
    >
      <button
        type="button"
        className={`group flex h-9 w-full min-w-0 cursor-pointer items-center px-2 outline-offset-[-2px] hover:bg-tint max-sm:h-10 ${state === 'none' ? 'text-muted' : 'text-base-content'}`}
        onClick={() => onSort(toggleSort(sort, by))}
      >
        {icon && <span aria-hidden="true" className={`${icon} mr-1 size-3.5 shrink-0`} />}
        <span className="truncate" data-tooltip-clipped="">
          {name}
        </span>
        {sign}
        <span
          aria-hidden="true"
          className={`${ARROWS[state]} size-3.5 shrink-0 ${isEnd ? 'order-first -ml-1 mr-auto' : '-mr-1 ml-auto'}`}
        />
      </button>
      {children}
    </div>
  );
}
