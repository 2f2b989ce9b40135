import { useEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { ListTotal } from '#components/table/ListTotal.tsx';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { ADMIN_COLUMNS } from '#domain/settings/admins.ts';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { SearchNote } from '#islands/SearchNote.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { routes } from '#routing/routes.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { $admins, $total, refreshAdmins, startAdmins } from '#stores/settings/admins/list.ts';
import { $isPanelNeeded, cancelPanel, fetchPanel, openNewAdmin } from '#stores/settings/admins/open.ts';
import { AdminsTable } from './admins/AdminsTable.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsAdmins;

const AdminPanels = lazyPanel(async () => {
  const [content] = await Promise.all([import('./admins/AdminPanels.tsx'), fetchPanel()]);
  return content;
}, cancelPanel);

/** The panel of an administrator: fetched when it is first needed, mounted from then on. */
function LazyPanels() {
  const isNeeded = useInitial($isPanelNeeded);
  useFetchAhead(AdminPanels, useInitial($admins).state === 'ready');
  return isNeeded && <AdminPanels />;
}

function Header() {
  const admins = useInitial($admins);
  const isBusy = admins.state === 'busy' || (admins.state === 'ready' && admins.loading !== undefined);
  return (
    <SettingsHeader title={title}>
      <RefreshButton busy={isBusy} onRefresh={() => void refreshAdmins()} />
      <Button variant="primary" icon="icon-[ri--add-line]" onClick={openNewAdmin}>
        New admin
      </Button>
    </SettingsHeader>
  );
}

const ROWS = 6;
const WIDTHS = ['w-36', 'w-52', 'w-40', 'w-32'] as const;

function AdminsSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-base-300" role="status" data-skeleton="">
      <span className="sr-only">Loading admins...</span>
      <div className="h-9 border-b border-base-300 bg-base-200 max-sm:h-11" />
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton keep their order.
          key={row}
          className="flex h-9 items-center gap-8 border-b border-base-300 px-2 max-sm:h-11"
        >
          <Skeleton className="size-7 shrink-0 rounded-full" />
          {WIDTHS.map((width) => (
            <Skeleton key={width} className={`h-3.5 shrink-0 ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Content() {
  const admins = useInitial($admins);
  if (admins.state === 'busy') return <AdminsSkeleton />;
  if (admins.state === 'ready') return <AdminsTable list={admins} />;
  return (
    <div className="min-h-0 flex-1 overflow-auto border-t border-base-300">
      <ErrorState title="The admins could not be loaded." error={admins.error} onRetry={refreshAdmins} />
    </div>
  );
}

function Admins() {
  const page = useRef<HTMLDivElement>(null);
  const filter = usePrerendered($filter, '');
  const total = useInitial($total);
  useEffect(startAdmins, []);
  useListFocus(page, 'admins');
  return (
    <div ref={page} className="flex h-full min-h-0 flex-col">
      <Header />
      <div className="px-4 pb-2">
        <Searchbar
          value={filter}
          onSubmit={setFilter}
          label="Search admins"
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
