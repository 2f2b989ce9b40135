import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import type { RecordData } from '../../lib/domain/record.ts';
import { $activeCollection } from '../../stores/collections.ts';
import { $selectedRecords, $visibleColumns, loadMoreRecords } from '../../stores/records.ts';
import { RecordRow } from './RecordRow.tsx';
import { RecordsTableHead } from './RecordsTableHead.tsx';
import { useTableWindow } from './use-table-window.ts';

interface Props {
  readonly items: readonly RecordData[];
  readonly hasMore: boolean;
  readonly loading: 'refresh' | 'more' | undefined;
}

/** The loaded records. Rows and columns out of sight are not in the page; the roles tell their numbers. */
export function RecordsTable({ items, hasMore, loading }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const collection = useStore($activeCollection);
  const columns = useStore($visibleColumns);
  const selected = useStore($selectedRecords);
  const view = useTableWindow(scroller, items, columns);

  return (
    <div className="records-scroller" ref={scroller} data-records-scroller="">
      {/* Not a <table>: rows and columns out of sight are left out. */}
      <div
        className="records-table"
        role="table"
        aria-label={`${collection?.name ?? ''} records`}
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length + 2}
        aria-busy={loading !== undefined || undefined}
        data-records-table=""
        style={{ width: view.width }}
      >
        <RecordsTableHead items={items} view={view} />
        <div role="rowgroup" className="relative" style={{ height: view.height }}>
          {view.rows.map(({ record, index, top }) => (
            <RecordRow
              key={record.id}
              record={record}
              index={index}
              top={top}
              columns={view.columns}
              before={view.before}
              after={view.after}
              isSelected={selected.has(record.id)}
            />
          ))}
        </div>
      </div>
      {hasMore && (
        <div className="sticky left-0 flex justify-center p-3">
          <Button busy={loading === 'more'} onClick={() => void loadMoreRecords()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
