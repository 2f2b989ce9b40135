import { memo } from 'react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { IdValue } from '#components/table/IdValue.tsx';
import { ListRow, type ListRowProps } from '#components/table/ListRow.tsx';
import type { Admin } from '#domain/auth/admin.ts';
import { openAdmin } from '#stores/settings/admins/open.ts';
import { ADMIN_CELLS } from './admin-cells.ts';

interface Props extends Pick<ListRowProps, 'index' | 'top'> {
  readonly admin: Admin;
  /** Whether this is the signed-in administrator. */
  readonly isOwn: boolean;
}

/** One administrator; a click or Enter opens it. */
export const AdminRow = memo(function AdminRow({ admin, index, top, isOwn }: Props) {
  const { id, avatar, email, created, updated } = admin;
  return (
    <ListRow id={id} index={index} top={top} onOpen={() => openAdmin(id)}>
      <div role="gridcell" className={ADMIN_CELLS.avatar} data-column="avatar">
        <Avatar number={avatar} alt={`Avatar ${avatar}`} className="size-7" />
      </div>
      <div role="gridcell" className={`list-cell gap-1 ${ADMIN_CELLS.id}`} data-column="id">
        <IdValue id={id} />
        {isOwn && <span className="chip h-5 shrink-0 bg-selected text-xs font-medium">You</span>}
      </div>
      <div
        role="gridcell"
        className={`list-cell is-line ${ADMIN_CELLS.email}`}
        data-column="email"
        data-tooltip-clipped=""
      >
        {email}
      </div>
      <div role="gridcell" className={`list-cell ${ADMIN_CELLS.date}`} data-column="created">
        <DateTime value={created} />
      </div>
      <div role="gridcell" className={`list-cell ${ADMIN_CELLS.date}`} data-column="updated">
        <DateTime value={updated} />
      </div>
      <div role="gridcell" className={ADMIN_CELLS.arrow}>
        <span aria-hidden="true" className="icon-[ri--arrow-right-line] size-4 text-muted" />
      </div>
    </ListRow>
  );
});
