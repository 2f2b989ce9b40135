// chunks: admins
import { useStore } from '@nanostores/react';
import { memo, useEffect, useRef } from 'react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { IdValue } from '#components/table/IdValue.tsx';
import { ListRow, type ListRowProps } from '#components/table/ListRow.tsx';
import { ListScroller } from '#components/table/ListScroller.tsx';
import { ListEnd, ListTable } from '#components/table/ListTable.tsx';
import { ListTotal } from '#components/table/ListTotal.tsx';
import { SortHeader } from '#components/table/SortHeader.tsx';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { useRowWindow } from '#components/table/use-row-window.ts';
import type { Identity } from '#domain/backend/identity.ts';
import { ADMIN_COLUMNS } from '#domain/settings/admins.ts';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { SearchNote } from '#islands/SearchNote.tsx';
import { useAdministratorWord } from '#islands/use-administrator-word.ts';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { routes } from '#routing/routes.ts';
import { $filter, setFilter, setSort } from '#stores/app/list-address.ts';
import { $adminId } from '#stores/app/session.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import {
  $admins,
  $sort,
  $total,
  hasAvatars,
  loadMoreAdmins,
  refreshAdmins,
  startAdmins,
} from '#stores/settings/admins/list.ts';
import {
  $isPanelNeeded,
  cancelPanel,
  fetchPanel,
  openAdmin,
  openNewAdmin,
} from '#stores/settings/admins/open.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame } = routes.settingsAdmins;

/** Sizes of the columns; the table scrolls sideways when they don't fit. */
const ADMIN_CELLS = {
  avatar: 'cell-select',
  id: 'w-60 shrink-0',
  email: 'min-w-60 grow basis-60',
  // Grows with letters that are set further apart.
  date: 'w-max min-w-52 shrink-0',
  arrow: 'flex w-11 shrink-0 items-center justify-center',
} as const;

interface Props extends Pick<ListRowProps, 'index' | 'top'> {
  readonly admin: Identity;
  readonly isOwn: boolean;
}

const AdminRow = memo(function AdminRow({ admin, index, top, isOwn }: Props) {
  const { id, avatar, email, created, updated } = admin;
  return (
    <ListRow id={id} index={index} top={top} onOpen={() => openAdmin(id)}>
      {avatar !== undefined && (
        <div role="gridcell" className={ADMIN_CELLS.avatar} data-column="avatar">
          <Avatar number={avatar} alt={`Avatar ${avatar}`} className="size-7" />
        </div>
      )}
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

const COLUMNS = [
  { name: 'id', icon: 'icon-[ri--key-line]', width: ADMIN_CELLS.id },
  { name: 'email', icon: 'icon-[ri--mail-line]', width: ADMIN_CELLS.email },
  { name: 'created', icon: 'icon-[ri--calendar-line]', width: ADMIN_CELLS.date },
  { name: 'updated', icon: 'icon-[ri--calendar-line]', width: ADMIN_CELLS.date },
] as const;

function AdminsTableHead() {
  const sort = useStore($sort);
  return (
    <div role="rowgroup" className="list-head">
      <div role="row" aria-rowindex={1} className="flex">
        {hasAvatars() && (
          <div role="columnheader" className={ADMIN_CELLS.avatar}>
            <span className="sr-only">avatar</span>
          </div>
        )}
        {COLUMNS.map(({ name, icon, width }) => (
          <SortHeader key={name} name={name} icon={icon} sort={sort} onSort={setSort} className={width} />
        ))}
        <div role="columnheader" className={ADMIN_CELLS.arrow}>
          <span className="sr-only">Open</span>
        </div>
      </div>
    </div>
  );
}

function AdminsTable({ list }: { readonly list: ReadyList<Identity> }) {
  const { items } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const filter = useStore($filter);
  const sort = useStore($sort);
  const ownId = useStore($adminId);
  const { cell, keep, onFocus, onBlur } = useFocusedCell();
  const rowHeight = useRowHeight();
  const { word, label } = useAdministratorWord();
  const { rows, height } = useRowWindow({
    scroller,
    items,
    keyOf: ({ id }) => id,
    rowHeight,
    // The header is as high as a row.
    marginTop: rowHeight,
    headHeight: rowHeight,
    kept: cell.rowId,
  });

  return (
    <ListScroller
      ref={scroller}
      label={`${label}s`}
      listKey={`${filter} ${sort}`}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <ListTable label={`${label}s`} list={list} keep={keep} className="min-w-[62rem]">
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
        empty={`No ${word}s found.`}
        onClear={filter ? () => setFilter('') : undefined}
      />
    </ListScroller>
  );
}

const AdminPanels = lazyPanel(async () => {
  const [content] = await Promise.all([import('./admins/AdminPanels.tsx'), fetchPanel()]);
  return content;
}, cancelPanel);

function LazyPanels() {
  const isNeeded = useInitial($isPanelNeeded);
  useFetchAhead(AdminPanels, useInitial($admins).state === 'ready');
  return isNeeded && <AdminPanels />;
}

function Header() {
  const admins = useInitial($admins);
  const isBusy = admins.state === 'busy' || (admins.state === 'ready' && admins.loading !== undefined);
  const { word, label } = useAdministratorWord();
  return (
    <SettingsHeader title={`${label}s`}>
      <RefreshButton busy={isBusy} onRefresh={() => void refreshAdmins()} />
      <WriteButton variant="primary" icon="icon-[ri--add-line]" onClick={openNewAdmin}>
        {`New ${word}`}
      </WriteButton>
    </SettingsHeader>
  );
}

function AdminsSkeleton() {
  const { word } = useAdministratorWord();
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-base-300" role="status" data-skeleton="">
      <span className="sr-only">{`Loading ${word}s...`}</span>
      <div className="h-9 border-b border-base-300 bg-base-200 max-sm:h-11" />
      {Array.from({ length: 6 }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton keep their order.
          key={row}
          className="flex h-9 items-center gap-8 border-b border-base-300 px-2 max-sm:h-11"
        >
          <Skeleton className="size-7 shrink-0 rounded-full" />
          {['w-36', 'w-52', 'w-40', 'w-32'].map((width) => (
            <Skeleton key={width} className={`h-3.5 shrink-0 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Content() {
  const admins = useInitial($admins);
  const { word } = useAdministratorWord();
  if (admins.state === 'busy') return <AdminsSkeleton />;
  if (admins.state === 'ready') return <AdminsTable list={admins} />;
  return (
    <div className="min-h-0 flex-1 overflow-auto border-t border-base-300">
      <ErrorState title={`The ${word}s could not be loaded.`} error={admins.error} onRetry={refreshAdmins} />
    </div>
  );
}

function Admins() {
  const page = useRef<HTMLDivElement>(null);
  const filter = usePrerendered($filter, '');
  const total = useInitial($total);
  const { word } = useAdministratorWord();
  useEffect(startAdmins, []);
  useListFocus(page, 'admins');
  return (
    <div ref={page} className="flex h-full min-h-0 flex-col">
      <Header />
      <div className="px-4 pb-2">
        <Searchbar
          value={filter}
          onSubmit={setFilter}
          label={`Search ${word}s`}
          placeholder="Search term or filter like email='test@example.com'"
          completions={() => ADMIN_COLUMNS}
        />
        <SearchNote $list={$admins} filter={filter} known={() => ADMIN_COLUMNS} />
      </div>
      <Content />
      <ListTotal total={total} />
      <LazyPanels />
    </div>
  );
}

export default island(inFrame(frame), Admins);
