// chunks: collections
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { ListTotal } from '#components/table/ListTotal.tsx';
import { SelectionBar } from '#components/table/SelectionBar.tsx';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { CollectionsFailed } from '#islands/CollectionsFailed.tsx';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { SearchNote } from '#islands/SearchNote.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { $hidesControls } from '#stores/app/settings.ts';
import { openNewCollection } from '#stores/collections/editor/open.ts';
import { $activeCollection, $collections } from '#stores/collections/list.ts';
import { $bulk, dismissBulk } from '#stores/records/bulk/state.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { $previewedFile, closeFilePreview } from '#stores/records/files.ts';
import {
  $filterScope,
  $records,
  $selectedRecords,
  $total,
  clearSelection,
  refreshRecords,
} from '#stores/records/list.ts';
import { $arePanelsNeeded, cancelRecord, fetchPanels } from '#stores/records/open.ts';
import { $recordTool, closeRecordTool, openRecordTool } from '#stores/records/tools.ts';
import { RecordsHeader } from './RecordsHeader.tsx';
import { RecordsSkeleton, RecordsTable } from './RecordsTable.tsx';

const BulkActions = lazyPart(() => import('./BulkActions.tsx'), { onClose: clearSelection });
const BulkResult = lazyPanel(() => import('./BulkResult.tsx'), dismissBulk);

/** Its content is fetched when somebody turns to the list. */
function BulkBar() {
  const isSome = useStore($selectedRecords).size > 0;
  const bulk = useStore($bulk);
  useFetchAhead(BulkActions, useInitial($records).state === 'ready', '[role=grid]');
  return (
    <>
      <SelectionBar
        shown={isSome || bulk.state === 'busy' || bulk.state === 'reading'}
        onReset={clearSelection}
      >
        <BulkActions />
      </SelectionBar>
      {bulk.state === 'failed' && <BulkResult result={bulk} />}
    </>
  );
}

const RecordPanels = lazyPanel(async () => {
  const [content] = await Promise.all([import('./panel/RecordPanels.tsx'), fetchPanels()]);
  return content;
}, cancelRecord);
// The list of the files that it needs is in a chunk that is fetched ahead, and not in that of this page.
const Cells = lazyPanel(async () => (await import('./BulkActions.tsx')).fetchCells());
const FilterParts = lazyPanel(() => import('./FilterParts.tsx'));
const ToolPanel = lazyPanel(() => import('./tools/ToolPanel.tsx'), closeRecordTool);
const FilePreview = lazyPanel(() => import('./FilePreview.tsx'), closeFilePreview);

/** The panels of records: fetched when the first one is needed, mounted from then on. */
function LazyRecordPanels() {
  const isNeeded = useInitial($arePanelsNeeded);
  const [wasNeeded, setWasNeeded] = useState(false);
  const isListed = useInitial($records).state === 'ready';
  useFetchAhead(RecordPanels, isListed);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return (isNeeded || (wasNeeded && RecordPanels.isFetched())) && <RecordPanels />;
}

/** A component of its own, so that a tool does not render the whole page again. */
function Tool() {
  return useInitial($recordTool) && <ToolPanel />;
}

function RecordsContent({ collectionId }: { readonly collectionId: string }) {
  const records = useStore($records);
  // The first list takes over the placeholders of the page.
  const [firstId] = useState(collectionId);

  if (records.state === 'failed') {
    return (
      <div className="min-h-0 flex-1 overflow-auto border-t border-base-300">
        <ErrorState title="The records could not be loaded." error={records.error} onRetry={refreshRecords} />
      </div>
    );
  }
  return (
    <RecordsTable
      key={collectionId}
      list={records.state === 'ready' ? records : undefined}
      delaysSkeleton={collectionId !== firstId}
    />
  );
}

function Footer() {
  return <ListTotal total={useStore($total)} />;
}

function NoCollection() {
  const collections = useInitial($collections);
  const hidesControls = usePrerendered($hidesControls, false);
  if (collections.state === 'busy') {
    return (
      <>
        <p className="px-4 pb-2 text-muted" role="status">
          Loading collections...
        </p>
        <div className="min-h-0 flex-1 overflow-hidden border-t border-base-300">
          <div className="h-9 border-b border-base-300 bg-base-200 max-sm:h-11" />
          <RecordsSkeleton />
        </div>
      </>
    );
  }
  if (collections.state === 'failed') return <CollectionsFailed error={collections.error} />;
  if (hidesControls) return <EmptyState drawing="palm" text="You don't have any collections yet." />;
  return (
    <EmptyState drawing="palm" text="Create your first collection to add records!">
      <WriteButton variant="primary" icon="icon-[ri--add-line]" onClick={openNewCollection}>
        Create new collection
      </WriteButton>
    </EmptyState>
  );
}

function RecordsPage() {
  const collection = usePrerendered($activeCollection, undefined);
  const filter = usePrerendered($filter, '');
  const file = useInitial($previewedFile);
  const use = useInitial($cellUse);
  const page = useRef<HTMLDivElement>(null);
  useListFocus(page, collection?.id);

  if (!collection) {
    return (
      <div className="flex h-full min-h-0 flex-col pb-6">
        <RecordsHeader collection={undefined} />
        <NoCollection />
      </div>
    );
  }
  return (
    <div ref={page} className="relative flex h-full min-h-0 flex-col">
      <RecordsHeader collection={collection} />
      <div className="px-4 pb-2">
        <Searchbar
          key={collection.id}
          value={filter}
          onSubmit={setFilter}
          label={`Search ${collection.name} records`}
          completions={() => $filterScope.get()}
          whenEmpty={<FilterParts isEmpty />}
          action={
            <IconButton
              variant="small"
              icon="icon-[ri--equalizer-line]"
              label="Build a filter"
              tooltipSide="left"
              // A line of 'More actions' for the keyboard: another tab stop would be in the way to the rows.
              tabIndex={-1}
              onClick={() => openRecordTool('filter')}
            />
          }
        />
        {filter && <FilterParts />}
        <SearchNote $list={$records} filter={filter} known={() => $filterScope.get()} />
      </div>
      <BulkBar />
      {use && <Cells key={`cells ${collection.id}`} collection={collection} use={use} />}
      <RecordsContent collectionId={collection.id} />
      <Footer />
      <LazyRecordPanels />
      {file && <FilePreview file={file} />}
      <Tool />
    </div>
  );
}

export default island(inFrame('collections'), RecordsPage);
