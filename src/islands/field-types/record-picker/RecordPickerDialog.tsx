import { useStore } from '@nanostores/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/elements/Button.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { SortableList } from '#components/sortable/SortableList.tsx';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { useKeptRange } from '#components/table/use-row-window.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';
import { nextRow } from '#domain/app/roving.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { SearchNote } from '#islands/SearchNote.tsx';
import { dialect } from '#stores/app/dialect.ts';
import { $collectionList } from '#stores/collections/list.ts';
import type { PickedList } from '#stores/field-types/pick-list.ts';
import { createRecordPicker, type RecordPicker } from '#stores/field-types/record-picker.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { RecordLabel } from '../cells/RelatedChip.tsx';
import { PickListEnd, useLoadOnScroll } from './PickListEnd.tsx';

function SelectedRecords({ picker }: { readonly picker: RecordPicker }) {
  const selected = useStore(picker.$selected);
  const heading = useStore(picker.$heading);
  const state = useStore(picker.$selectedState);
  const { collection } = picker;
  const group = useRef<HTMLElement>(null);
  useFocusInList(group, 'li', selected.length, () =>
    group.current?.parentElement?.querySelector<HTMLElement>('[data-pick][tabindex="0"]'),
  );
  return (
    <section ref={group} data-selected="" aria-label="Selected records" className="pt-3">
      <h2 className="pb-1 text-sm font-medium" aria-live="polite">
        {heading}
      </h2>
      {state === 'failed' && (
        <ErrorState title="The selected records could not be loaded." onRetry={picker.loadSelected} />
      )}
      {state === 'busy' && <Skeleton className="h-8 w-48" />}
      {state === 'ready' && selected.length === 0 && (
        <p className="py-1 text-sm text-muted">No selected records.</p>
      )}
      {selected.length > 0 && (
        <SortableList
          items={selected}
          idOf={({ id }) => id}
          nameOf={(record) => recordText(record, collection)}
          label="Selected records"
          wraps
          className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto"
          itemClass="flex min-h-8 max-w-full items-center gap-1 rounded-field border border-base-300 bg-base-200 px-1 text-sm"
          onMove={picker.move}
        >
          {(record) => (
            <>
              <RecordLabel record={record} collection={collection} />
              <LineAction
                verb="Remove"
                name={recordText(record, collection)}
                variant="small"
                onClick={() => picker.remove(record.id)}
              />
            </>
          )}
        </SortableList>
      )}
    </section>
  );
}

interface PickRowProps {
  readonly picker: RecordPicker;
  readonly record: RecordData;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  /** Whether the row is the tab stop of the list. */
  readonly isCurrent: boolean;
}

function PickRow({ picker, record, isChosen, isDisabled, isCurrent }: PickRowProps) {
  const { collection } = picker;
  const name = recordText(record, collection);
  return (
    <>
      <button
        type="button"
        data-pick=""
        aria-pressed={isChosen}
        aria-disabled={isDisabled || undefined}
        tabIndex={isCurrent ? 0 : -1}
        className="flex h-full min-w-0 grow cursor-pointer items-center gap-2 px-2 text-left outline-offset-[-2px] aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        onClick={() => picker.toggle(record)}
      >
        <span
          aria-hidden="true"
          className={`size-4 shrink-0 ${isChosen ? 'icon-[ri--checkbox-circle-line] text-success' : 'icon-[ri--checkbox-blank-circle-line] text-muted'}`}
        />
        <RecordLabel record={record} collection={collection} isInButton />{' '}
        <span className="ml-auto shrink-0 pl-2 font-mono text-xs text-muted max-sm:hidden">{record.id}</span>
      </button>
      {picker.canEdit && (
        <LineAction
          verb="Edit"
          name={name}
          variant="medium"
          className="mr-1 max-sm:size-10"
          icon="icon-[ri--pencil-line]"
          tabIndex={-1}
          onClick={() => picker.edit(record.id)}
        />
      )}
    </>
  );
}

function PickRows({ picker, list }: { picker: RecordPicker; list: Extract<PickedList, { state: 'ready' }> }) {
  const { items } = list;
  const selected = useStore(picker.$selected);
  const canAdd = useStore(picker.$canAdd);
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const rowHeight = useRowHeight();
  const onScroll = useLoadOnScroll(scroller, list, () => void picker.loadMore());
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
    // The tab stop stays in the page wherever the list is scrolled to.
    rangeExtractor: useKeptRange(Math.min(current, items.length - 1)),
  });
  const chosen = new Set(selected.map(({ id }) => id));

  /** Right goes from a record to the button that edits it, Left back. */
  function moveAside({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    const buttons = currentTarget.querySelectorAll<HTMLElement>(`[data-index="${current}"] button`);
    if (key === 'ArrowRight') buttons[1]?.focus();
    if (key === 'ArrowLeft') buttons[0]?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isComposing(event)) return;
    const rowList = event.currentTarget;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1;
    const next = nextRow(latinKey(event), current, items.length, page);
    if (next === undefined) {
      moveAside(event);
      return;
    }
    event.preventDefault();
    // Synchronous: a following Space or Enter must choose the new row, not the previous one.
    flushSync(() => setCurrent(next));
    rows.scrollToIndex(next);
    rowList.querySelector<HTMLElement>(`[data-index="${next}"] [data-pick]`)?.focus();
  }

  return (
    <div
      ref={scroller}
      data-pick-scroller=""
      className="h-[min(22rem,40dvh)] overflow-y-auto overscroll-contain rounded-box border border-base-300"
      onScroll={onScroll}
    >
      <ul
        aria-label={`Records of ${picker.collection.name}`}
        className="relative"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const record = items[index];
          if (!record) return null;
          const isChosen = chosen.has(record.id);
          return (
            <li
              key={key}
              data-index={index}
              data-row-id={record.id}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              className={`absolute inset-x-0 top-0 flex items-center border-b border-base-300 text-sm hover:bg-base-200 ${isChosen ? 'bg-success/5' : ''}`}
              onFocus={() => setCurrent(index)}
            >
              <PickRow
                picker={picker}
                record={record}
                isChosen={isChosen}
                isDisabled={!isChosen && !canAdd}
                isCurrent={index === Math.min(current, items.length - 1)}
              />
            </li>
          );
        })}
      </ul>
      <PickListEnd scroller={scroller} list={list} loadMore={picker.loadMore} />
    </div>
  );
}

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
        {['w-1/2', 'w-2/3', 'w-1/3', 'w-3/5', 'w-2/5'].map((width) => (
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
  readonly ids: readonly string[];
  readonly max: number;
  /** Whether records can only be chosen, where no screen shows the panel that edits them. */
  readonly isChoiceOnly?: boolean;
  readonly onSet: (records: readonly RecordData[]) => void;
  readonly onClose: () => void;
}

export default function RecordPickerDialog(props: RecordPickerDialogProps) {
  const { collection, ids, max, isChoiceOnly = false, onSet, onClose } = props;
  const [picker] = useState(() => createRecordPicker({ collection, ids, max, isChoiceOnly }));
  const scope = { collection, collections: useStore($collectionList), dialect: dialect() };
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
            completions={scope}
          />
          {picker.canEdit && (
            <Button icon="icon-[ri--add-line]" className="h-9 max-sm:w-full" onClick={picker.create}>
              New record
            </Button>
          )}
        </div>
        <SearchNote $list={picker.$list} filter={search} known={() => scope} />
        <PickContent picker={picker} />
        <SelectedRecords picker={picker} />
      </OverlayPanel>
    </div>
  );
}
