import { useStore } from '@nanostores/react';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { listLook } from '#browser/list-look.ts';
import { useElementSize } from '#components/table/use-element-size.ts';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useRowHeight } from '#components/table/use-row-height.ts';
import {
  observeSize,
  scrollUnlessNew,
  useKeptRange,
  useRowWindow,
} from '#components/table/use-row-window.ts';
import type { Column } from '#domain/collections/columns.ts';
import { COLUMN_MIN, columnWidths, identityIndex, type WidthOptions } from '#domain/records/column-width.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $contents } from '#stores/records/column-contents.ts';
import { $columnWidths } from '#stores/records/columns.ts';
import type { Place } from '#stores/records/list.ts';

/** Fixed widths of the table, in px; table.css repeats them. */
const SELECT_WIDTH = 44;
const MENU_WIDTH = 44;

/** Columns rendered at each side of the visible ones. */
const OVERSCAN_COLUMNS = 1;

export type TableWindow = ReturnType<typeof useTableWindow>;
export type VisibleColumn = TableWindow['columns'][number];

const idOf = (record: RecordData) => record.id;
const NO_RECORDS: readonly RecordData[] = [];

/** Width of the table that was on screen last, in px: the next one is as wide, and renders its rows at once. */
let lastWidth = 0;

/** The widths of the columns, and which one stays in sight: on small screens it leaves half of it. */
function placeColumns(columns: readonly Column[], available: number, options: WidthOptions) {
  const most = Math.max(COLUMN_MIN, (available + MENU_WIDTH - SELECT_WIDTH) / 2);
  const widths = columnWidths(columns, available, options);
  const identity = identityIndex(columns, widths, available, most);
  return {
    widths: widths.map((width, index) => (index === identity ? Math.min(width, most) : width)),
    identity,
  };
}

/** The visible rows and columns, and those in use: only they are in the page. `start`: where it is scrolled to. */
export function useTableWindow(
  scroller: RefObject<HTMLDivElement | null>,
  items: readonly RecordData[],
  columns: readonly Column[],
  start: Place,
) {
  const [guess] = useState(() => lastWidth);
  const width = useElementSize(scroller, 'clientWidth', guess);
  useLayoutEffect(() => {
    lastWidth = width;
  }, [width]);
  const available = width - SELECT_WIDTH - MENU_WIDTH;
  const chosen = useStore($columnWidths);
  const contents = useStore($contents);
  const { widths, identity } = useMemo(
    () => placeColumns(columns, available, { chosen, contents, em: listLook().em }),
    [columns, available, chosen, contents],
  );
  const { cell, ...focus } = useFocusedCell();
  const rowHeight = useRowHeight();
  const rowWindow = useRowWindow({
    scroller,
    // The columns of rows that are rendered before the width is known would have to be rendered again.
    items: available > 0 ? items : NO_RECORDS,
    keyOf: idOf,
    rowHeight,
    // The header is as high as a row.
    marginTop: rowHeight,
    headHeight: rowHeight,
    kept: cell.rowId,
    start: start.top,
  });
  const columnWindow = useVirtualizer<HTMLElement, Element>({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    getItemKey: (index) => columns[index]?.id ?? index,
    overscan: OVERSCAN_COLUMNS,
    paddingStart: SELECT_WIDTH,
    paddingEnd: MENU_WIDTH,
    // `colIndex` starts at 1 and includes the checkbox column.
    rangeExtractor: useKeptRange(identity, useKeptRange((cell.colIndex ?? 0) - 2)),
    scrollToFn: scrollUnlessNew,
    initialRect: { width: guess, height: 0 },
    // Without a guess, the rows would be rendered with too few columns first.
    observeElementRect: guess ? observeSize : observeElementRect,
    initialOffset: start.left,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again after the widths have changed.
  useLayoutEffect(() => columnWindow.measure(), [columnWindow, widths]);

  const virtualColumns = columnWindow.getVirtualItems();
  const total = columnWindow.getTotalSize();
  const end = virtualColumns.at(-1)?.end ?? SELECT_WIDTH;
  // Rows compare their columns by identity, so the array changes only with a column, its position or its width.
  const key = virtualColumns.map(({ index, start, size }) => `${index}:${start}:${size}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the virtual columns.
  const visibleColumns = useMemo(
    () =>
      virtualColumns.flatMap(({ index, size, start }, position) => {
        const column = columns[index];
        const gap = start - (virtualColumns[position - 1]?.end ?? SELECT_WIDTH);
        if (!column) return [];
        const isNumeric = contents[column.id]?.isNumeric ?? column.type === 'number';
        // `gap` is the width of the omitted columns before it; the identity column stays in sight.
        return [{ column, width: size, colIndex: index + 2, gap, isNumeric, isIdentity: index === identity }];
      }),
    [columns, contents, identity, key],
  );

  return {
    rows: rowWindow.rows,
    columns: visibleColumns,
    /** Total width of the omitted columns after the last one, in px. */
    after: Math.max(0, total - MENU_WIDTH - end),
    /** Position of the last visible row, -1 if there is none. */
    lastIndex: rowWindow.lastIndex,
    width: total,
    height: rowWindow.height,
    /** How far the table is scrolled sideways when its identity column leaves its place, in px. */
    stickyFrom: widths.slice(0, identity).reduce((sum, each) => sum + each, 0),
    ...focus,
  };
}
