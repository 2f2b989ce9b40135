import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { useMediaQuery } from '#components/hooks/use-media-query.ts';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useRowWindow } from '#components/table/use-row-window.ts';
import type { Admin } from '#domain/auth/admin.ts';
import { $adminId } from '#stores/app/session.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $filter, $sort, loadMoreAdmins, setFilter } from '#stores/settings/admins/list.ts';
import { AdminRow } from './AdminRow.tsx';
import { AdminsTableHead } from './AdminsTableHead.tsx';
import { ADMINS_WIDTH } from './admin-cells.ts';

/** Heights of a row and of the header, in px; table.css repeats them. */
const ROW_HEIGHT = 36;
const ROW_HEIGHT_SMALL = 44;
const SMALL = '(width < 48rem)';

const idOf = (admin: Admin) => admin.id;

/** Shown below the header of an empty list (AD-06). */
function NoAdmins() {
  const filter = useStore($filter);
  return (
    <div className="sticky left-0" role="status">
      <EmptyState text="No admins found.">
        {filter && <Button onClick={() => setFilter('')}>Clear filters</Button>}
      </EmptyState>
    </div>
  );
}

/** The administrators (AD-03). Invisible rows are not in the page; ARIA attributes give the total count. */
export function AdminsTable({ list }: { readonly list: ReadyList<Admin> }) {
  const { items, loading } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const filter = useStore($filter);
  const sort = useStore($sort);
  const ownId = useStore($adminId);
  const { cell, onFocus, onBlur } = useFocusedCell();
  const rowHeight = useMediaQuery(SMALL) ? ROW_HEIGHT_SMALL : ROW_HEIGHT;
  const { rows, height } = useRowWindow({
    scroller,
    items,
    keyOf: idOf,
    rowHeight,
    // The header is as high as a row.
    marginTop: rowHeight,
    headHeight: rowHeight,
    kept: cell.rowId,
  });

  return (
    <ListScroller
      ref={scroller}
      label="Admins"
      listKey={`${filter} ${sort}`}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {/* Not a <table>: invisible rows are not rendered. */}
      <div
        className={`list-table ${ADMINS_WIDTH}`}
        role="table"
        aria-label="Admins"
        aria-rowcount={items.length + 1}
        aria-busy={loading !== undefined || undefined}
        data-loading={loading}
      >
        <AdminsTableHead />
        <div role="rowgroup" className="relative" style={{ height }}>
          {rows.map(({ item, index, top }) => (
            <AdminRow key={item.id} admin={item} index={index} top={top} isOwn={item.id === ownId} />
          ))}
        </div>
      </div>
      {items.length === 0 && loading === undefined && <NoAdmins />}
      {list.hasLoadMoreError && (
        <div className="sticky left-0 flex justify-center p-3">
          <Button onClick={() => void loadMoreAdmins()}>Load more</Button>
        </div>
      )}
    </ListScroller>
  );
}
