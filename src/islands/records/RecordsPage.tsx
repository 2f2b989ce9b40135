import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Searchbar } from '../../components/form/Searchbar.tsx';
import { $hideControls } from '../../stores/app.ts';
import { $activeCollection, $collections } from '../../stores/collections.ts';
import { $previewedFile } from '../../stores/files.ts';
import { $filterWords } from '../../stores/filter-words.ts';
import { $filter, $records, refreshRecords, setFilter } from '../../stores/records.ts';
import { inFrame, island } from '../island.tsx';
import { BulkBar } from './BulkBar.tsx';
import { RecordsFooter } from './RecordsFooter.tsx';
import { RecordsHeader } from './RecordsHeader.tsx';
import { RecordsSkeleton } from './RecordsSkeleton.tsx';
import { RecordsTable } from './RecordsTable.tsx';

const FilePreview = lazy(() => import('./FilePreview.tsx'));

function RecordsContent() {
  const records = useStore($records);
  const filter = useStore($filter);

  if (records.state === 'busy') return <RecordsSkeleton />;
  if (records.state === 'failed') {
    return (
      <ErrorState
        title="The records could not be loaded."
        message={records.error.message}
        onRetry={() => void refreshRecords()}
      />
    );
  }
  if (records.items.length === 0 && !records.hasMore) {
    return (
      <EmptyState text="No records found.">
        {filter && <Button onClick={() => setFilter('')}>Clear filters</Button>}
      </EmptyState>
    );
  }
  return <RecordsTable items={records.items} hasMore={records.hasMore} loading={records.loading} />;
}

/** What stands in the place of the records while there is no collection to show (CS-09). */
function NoCollection() {
  const hideControls = useStore($hideControls, { ssr: () => false });
  return (
    <EmptyState
      text={
        hideControls ? "You don't have any collections yet." : 'Create your first collection to add records!'
      }
    />
  );
}

/** The records of the active collection (CS-11, RL). */
function RecordsPage() {
  const collections = useStore($collections, { ssr: 'initial' });
  const collection = useStore($activeCollection, { ssr: () => undefined });
  const filter = useStore($filter, { ssr: () => '' });
  const file = useStore($previewedFile, { ssr: 'initial' });

  if (collections.state === 'busy') {
    return (
      <div className="flex h-full min-h-0 flex-col">
        <div className="page-header">
          <h1 className="page-title">Collections</h1>
        </div>
        <p className="px-4 pb-2 text-muted" role="status">
          Loading collections...
        </p>
        <RecordsSkeleton />
      </div>
    );
  }
  if (!collection) return <NoCollection />;
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <RecordsHeader collection={collection} />
      <div className="px-4 pb-2">
        <Searchbar
          key={collection.id}
          value={filter}
          onSubmit={setFilter}
          label={`Search ${collection.name} records`}
          completions={() => $filterWords.get()}
        />
      </div>
      <RecordsContent />
      <BulkBar />
      <RecordsFooter />
      {file && (
        <Suspense>
          <FilePreview file={file} />
        </Suspense>
      )}
    </div>
  );
}

export default island(inFrame('collections'), RecordsPage);
