import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { Collection } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { SearchNote } from '#islands/SearchNote.tsx';
import { $collectionList } from '#stores/collections/list.ts';
import { createRecordPicker, type RecordPicker } from '#stores/field-types/record-picker.ts';
import { PickRows } from './PickRows.tsx';
import { SelectedRecords } from './SelectedRecords.tsx';

const SKELETONS = ['w-1/2', 'w-2/3', 'w-1/3', 'w-3/5', 'w-2/5'] as const;

function PickContent({ picker }: { readonly picker: RecordPicker }) {
  const list = useStore(picker.$list);
  const search = useStore(picker.$search);
  if (list.state === 'busy') {
    return (
      <div
        role="status"
        aria-label="Loading records..."
        data-skeleton=""
        className="flex h-[min(22rem,40dvh)] flex-col gap-5 overflow-hidden rounded-box border border-base-300 p-3"
      >
        {SKELETONS.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  if (list.state === 'failed') {
    return (
      <ErrorState title="The records could not be loaded." error={list.error} onRetry={picker.refresh} />
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState text="No records found.">
        {search !== '' && <Button onClick={() => picker.search('')}>Clear filters</Button>}
      </EmptyState>
    );
  }
  // The key makes a new search start at the top.
  return <PickRows key={search} picker={picker} list={list} />;
}

export interface RecordPickerDialogProps {
  readonly collection: Collection;
  /** Current ids of the field, preselected. */
  readonly ids: readonly string[];
  readonly max: number;
  /** Whether records can only be chosen, where no screen shows the panel that edits them. */
  readonly isChoiceOnly?: boolean;
  /** Called by 'Set selection' with the chosen records in their order. */
  readonly onSet: (records: readonly RecordData[]) => void;
  readonly onClose: () => void;
}

/** Chooses the records of a relation field. */
export default function RecordPickerDialog(props: RecordPickerDialogProps) {
  const { collection, ids, max, isChoiceOnly = false, onSet, onClose } = props;
  const [picker] = useState(() => createRecordPicker({ collection, ids, max, isChoiceOnly }));
  const collections = useStore($collectionList);
  const search = useStore(picker.$search);
  const selectedState = useStore(picker.$selectedState);
  useEffect(() => picker.stop, [picker]);
  const bar = useRef<HTMLDivElement>(null);
  const [searchField] = useState(() => ({
    get current() {
      return bar.current?.querySelector<HTMLElement>('input, textarea') ?? null;
    },
  }));

  return (
    <div className="contents" onSubmit={(event) => event.stopPropagation()}>
      <OverlayPanel
        variant="centered"
        size="lg"
        title={
          <>
            Select <bdi>{collection.name}</bdi> records
          </>
        }
        onRequestClose={onClose}
        initialFocus={searchField}
        cancel="Cancel"
        footer={
          <Button
            variant="primary"
            disabled={selectedState !== 'ready'}
            onClick={() => {
              onSet(picker.$selected.get());
              onClose();
            }}
          >
            Set selection
          </Button>
        }
      >
        <div ref={bar} className="flex flex-wrap items-center gap-2 pb-3">
          <Searchbar
            className="min-w-48 flex-1"
            isFocusedFirst
            value={search}
            onSubmit={picker.search}
            label={`Search ${collection.name} records to select`}
            completions={{ collection, collections }}
          />
          {picker.canEdit && (
            <Button icon="icon-[ri--add-line]" className="h-9 max-sm:w-full" onClick={picker.create}>
              New record
            </Button>
          )}
        </div>
        <SearchNote $list={picker.$list} filter={search} known={() => ({ collection, collections })} />
        <PickContent picker={picker} />
        <SelectedRecords picker={picker} />
      </OverlayPanel>
    </div>
  );
}
