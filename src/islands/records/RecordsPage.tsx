import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { ListTotal } from '#components/table/ListTotal.tsx';
import { SelectionBar } from '#components/table/SelectionBar.tsx';
import { useListFocus } from '#components/table/use-list-focus.ts';
import { countText, numberText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { MAX_CHANGES } from '#domain/records/list-changes.ts';
import { CollectionsFailed } from '#islands/CollectionsFailed.tsx';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { SearchNote } from '#islands/SearchNote.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { $isDrawerOpen } from '#stores/app/drawer.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { openDocs } from '#stores/app/popups.ts';
import { $hideControls } from '#stores/app/settings.ts';
import { openCollectionEditor, openNewCollection } from '#stores/collections/editor/open.ts';
import { $activeCollection, $collections } from '#stores/collections/list.ts';
import { $bulk, dismissBulk } from '#stores/records/bulk/state.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { $previewedFile, closeFilePreview } from '#stores/records/files.ts';
import { $filterScope } from '#stores/records/filter-completions.ts';
import { $records, $selectedRecords, $total, clearSelection, refreshRecords } from '#stores/records/list.ts';
import { $changeCount, applyChanges } from '#stores/records/list-changes.ts';
import { $arePanelsNeeded, cancelRecord, fetchPanels, openNewRecord } from '#stores/records/open.ts';
import { $recordTool, closeRecordTool, openRecordTool } from '#stores/records/tools.ts';
import { RecordsSkeleton, RecordsTable } from './RecordsTable.tsx';
import { RecordsMenu } from './tools/RecordsMenu.tsx';

/** Pause after the last change before the number is announced, in ms. */
const QUIET = 1500;

function textOf(count: number): string {
  if (count >= MAX_CHANGES) return `${numberText(MAX_CHANGES)}+ changes`;
  return countText(count, 'change', 'changes');
}

/** The text after it has not changed for a while, so that a busy list does not interrupt a screen reader all the time. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), text ? QUIET : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}

/** The number of changes by others that the rows don't show, as a button that shows them. */
function RecordsChanges() {
  const count = usePrerendered($changeCount, 0);
  const announced = useQuiet(count > 0 ? `${textOf(count)} elsewhere` : '');
  return (
    <>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {count > 0 && (
        <Button
          icon="icon-[ri--loop-left-line]"
          className="shrink-0 text-primary"
          aria-label={textOf(count)}
          data-tooltip="Changed elsewhere. Show the current list."
          data-changes={count}
          onClick={() => void applyChanges()}
        >
          <span className="tabular-nums">
            {textOf(count).split(' ')[0]}
            <span className="@max-[40rem]:hidden"> {textOf(count).split(' ')[1]}</span>
          </span>
        </Button>
      )}
    </>
  );
}

function RefreshRecords() {
  const records = useStore($records);
  const isBusy = records.state === 'busy' || (records.state === 'ready' && records.loading !== undefined);
  return <RefreshButton busy={isBusy} onRefresh={() => void refreshRecords()} />;
}

function Breadcrumb({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 max-sm:grow">
      <span className="text-lg text-muted @max-[46rem]:hidden">Collections</span>
      <span
        className="icon-[ri--arrow-right-s-line] shrink-0 text-muted @max-[46rem]:hidden"
        aria-hidden="true"
      />
      <h1 className="page-title" data-tooltip-clipped="">
        <bdi>{name}</bdi>
      </h1>
    </nav>
  );
}

/** Opens the editor of the collection; hidden by hide-controls. */
function EditCollection({ id }: { id: string }) {
  if (usePrerendered($hideControls, false)) return null;
  return (
    <IconButton
      icon="icon-[ri--settings-4-line]"
      label="Edit collection"
      tooltipSide="right"
      onClick={() => openCollectionEditor(id)}
    />
  );
}

/** A button whose text is hidden in a narrow header. */
function HeaderButton({ label, ...button }: ButtonProps & { readonly label: string }) {
  return (
    <Button {...button} aria-label={label}>
      <span className="@max-[40rem]:hidden">{label}</span>
    </Button>
  );
}

/**
 * Breadcrumb and actions of the records page; only its title while there is no collection. In a narrow header
 * the button texts are hidden, and on a phone a button is in the menu, to leave space for the name of the collection.
 */
function RecordsHeader({ collection }: { collection: Collection | undefined }) {
  return (
    <header className="page-header @container">
      <IconButton
        variant="plain"
        className="btn btn-ghost btn-square -ml-2 sm:hidden"
        icon="icon-[ri--menu-line]"
        iconSize="size-5"
        label="Show collections"
        tooltip={undefined}
        onClick={() => $isDrawerOpen.set(true)}
      />
      {collection ? <Breadcrumb name={collection.name} /> : <h1 className="page-title">Collections</h1>}
      {collection && (
        <Toolbar label="Actions" className="contents">
          <EditCollection id={collection.id} />
          <RefreshRecords />
          <RecordsChanges />
          <HeaderButton
            label="API Preview"
            variant="ghost"
            className="ml-auto max-sm:hidden"
            icon="icon-[ri--code-s-slash-line]"
            onClick={openDocs}
          />
          <RecordsMenu collection={collection} />
          {collection.type !== 'view' && (
            <HeaderButton
              label="New record"
              variant="primary"
              icon="icon-[ri--add-line]"
              onClick={openNewRecord}
            />
          )}
        </Toolbar>
      )}
    </header>
  );
}

const BulkActions = lazyPart(() => import('./BulkActions.tsx'), { onClose: clearSelection });
const BulkResult = lazyPanel(() => import('./BulkResult.tsx'), dismissBulk);

/** The bar of the selected records, and the result of the last action for them. Its content is fetched when somebody turns to the list. */
function BulkBar() {
  const isSome = useStore($selectedRecords).size > 0;
  const collection = useStore($activeCollection);
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
      {bulk.state === 'failed' && (
        <BulkResult result={bulk} isOtherCollection={bulk.from.id !== collection?.id} onClose={dismissBulk} />
      )}
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

/** The number of matching records. */
function Footer() {
  return <ListTotal total={useStore($total)} />;
}

/** Shown instead of the records while there is no active collection. */
function NoCollection() {
  const collections = useInitial($collections);
  const hideControls = usePrerendered($hideControls, false);
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
  if (hideControls) return <EmptyState drawing="palm" text="You don't have any collections yet." />;
  return (
    <EmptyState drawing="palm" text="Create your first collection to add records!">
      <Button variant="primary" icon="icon-[ri--add-line]" onClick={openNewCollection}>
        Create new collection
      </Button>
    </EmptyState>
  );
}

/** The records of the active collection. */
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
