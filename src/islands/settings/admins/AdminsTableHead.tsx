import { useStore } from '@nanostores/react';
import { SortHeader } from '#components/table/SortHeader.tsx';
import { setSort } from '#stores/app/list-address.ts';
import { $sort } from '#stores/settings/admins/list.ts';
import { ADMIN_CELLS } from './admin-cells.ts';

const COLUMNS = [
  { name: 'id', icon: 'icon-[ri--key-line]', width: ADMIN_CELLS.id },
  { name: 'email', icon: 'icon-[ri--mail-line]', width: ADMIN_CELLS.email },
  { name: 'created', icon: 'icon-[ri--calendar-line]', width: ADMIN_CELLS.date },
  { name: 'updated', icon: 'icon-[ri--calendar-line]', width: ADMIN_CELLS.date },
] as const;

/** The header row: every column with text sorts. */
export function AdminsTableHead() {
  const sort = useStore($sort);
  return (
    <div role="rowgroup" className="list-head">
      <div role="row" aria-rowindex={1} className="flex">
        <div role="columnheader" className={ADMIN_CELLS.avatar}>
          <span className="sr-only">avatar</span>
        </div>
        {COLUMNS.map(({ name, icon, width }) => (
          <SortHeader
            as="div"
            key={name}
            name={name}
            label={name}
            icon={icon}
            sort={sort}
            onSort={setSort}
            className={width}
          />
        ))}
        <div role="columnheader" className={ADMIN_CELLS.arrow}>
          <span className="sr-only">Open</span>
        </div>
      </div>
    </div>
  );
}
