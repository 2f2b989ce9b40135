import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable } from '#components/table/ListTable.tsx';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { useRowWindow } from '#components/table/use-row-window.ts';
import type { Admin } from '#domain/auth/admin.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { $adminId } from '#stores/app/session.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { $sort, loadMoreAdmins } from '#stores/settings/admins/list.ts';
import { AdminRow } from './AdminRow.tsx';
import { AdminsTableHead } from './AdminsTableHead.tsx';
import { ADMINS_WIDTH } from './admin-cells.ts';

const idOf = (admin: Admin) => admin.id;

/** The administrators. Invisible rows are not in the page; ARIA attributes give the total count. */
export function AdminsTable({ list }: { readonly list: ReadyList<Admin> }) {
  const { items } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const filter = useStore($filter);
  const sort = useStore($sort);
  const ownId = useStore($adminId);
  const { cell, keep, onFocus, onBlur } = useFocusedCell();
  const rowHeight = useRowHeight();
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
      <ListTable label="Admins" list={list} keep={keep} className={ADMINS_WIDTH}>
        <AdminsTableHead />
        <div role="rowgroup" className="relative" style={{ height }}>
          {rows.map(({ item, index, top }) => (
            <AdminRow key={item.id} admin={item} index={index} top={top} isOwn={item.id === ownId} />
          ))}
        </div>
      </ListTable>
      <ListEnd
        list={list}
        hasMore={list.hasLoadMoreError === true}
        onMore={() => void loadMoreAdmins()}
        empty="No admins found."
        onClear={filter ? () => setFilter('') : undefined}
      />
    </ListScroller>
  );
}
