import { useStore } from '@nanostores/react';
import { RefreshButton } from '../../components/RefreshButton.tsx';
import type { Collection } from '../../lib/domain/collection.ts';
import { $isDrawerOpen } from '../../stores/drawer.ts';
import { $records, refreshRecords } from '../../stores/records.ts';

/** Breadcrumb and actions of the records page (CS-11). */
export function RecordsHeader({ collection }: { collection: Collection }) {
  const records = useStore($records);
  const isBusy = records.state === 'busy' || (records.state === 'ready' && records.loading !== undefined);
  return (
    <header className="page-header">
      <button
        type="button"
        className="btn btn-ghost btn-square -ml-2 md:hidden"
        aria-label="Show collections"
        onClick={() => $isDrawerOpen.set(true)}
      >
        <span className="icon-[ri--menu-line] size-5" aria-hidden="true" />
      </button>
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5">
        <span className="text-lg text-muted max-md:hidden">Collections</span>
        <span
          className="icon-[ri--arrow-right-s-line] shrink-0 text-muted max-md:hidden"
          aria-hidden="true"
        />
        <h1 className="page-title" data-tooltip-clipped="">
          {collection.name}
        </h1>
      </nav>
      <RefreshButton busy={isBusy} onRefresh={() => void refreshRecords()} />
    </header>
  );
}
