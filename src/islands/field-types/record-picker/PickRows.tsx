import { useStore } from '@nanostores/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LineAction } from '#components/elements/LineAction.tsx';
import { useRowHeight } from '#components/table/use-row-height.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';
import { nextRow } from '#domain/app/roving.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { PickedList } from '#stores/field-types/pick-list.ts';
import type { RecordPicker } from '#stores/field-types/record-picker.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { RecordLabel } from '../cells/RecordLabel.tsx';
import { PickListEnd } from './PickListEnd.tsx';
import { useLoadOnScroll } from './use-load-on-scroll.ts';

const OVERSCAN_ROWS = 6;

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
          className={`size-4 shrink-0 ${isChosen ? 'icon-[ri--checkbox-circle-fill] text-success' : 'icon-[ri--checkbox-blank-circle-line] text-muted'}`}
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

export interface PickRowsProps {
  readonly picker: RecordPicker;
  readonly list: Extract<PickedList, { state: 'ready' }>;
}

/** The records to choose from; only the visible ones are in the page. */
export function PickRows({ picker, list }: PickRowsProps) {
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
    overscan: OVERSCAN_ROWS,
    // The tab stop stays in the page wherever the list is scrolled to.
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), Math.min(current, range.count - 1)]),
    ],
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
