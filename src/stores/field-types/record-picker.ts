import { atom, batch, computed } from 'nanostores';
import { listByIds } from '#api/records/pick.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { moveItem } from '#domain/field-types/file-value.ts';
import type { RecordData } from '#domain/records/record.ts';
import { expandOf } from '#domain/records/relations.ts';
import { sentFilter } from '#domain/records/search-filter.ts';
import { report } from '#stores/app/report.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { openRecordPanel } from '#stores/records/panel/stack.ts';
import { createPickList } from './pick-list.ts';

/** Creates the store of the dialog that selects the records of a relation field, with its current ids. */
export function createRecordPicker(options: {
  collection: Collection;
  ids: readonly string[];
  /** Largest number of selected records, `Infinity` without a limit. */
  max: number;
  isChoiceOnly?: boolean;
}) {
  const { collection, max } = options;
  const expand = () => expandOf(collection, $collectionList.get());
  const list = createPickList({
    filterOf: sentFilter,
    expandOf: expand,
  });
  const $selected = atom<readonly RecordData[]>([]);
  const $selectedState = atom<'busy' | 'ready' | 'failed'>('ready');
  /** Ids of records that were deleted over the dialog, which an older response may still have. */
  const deleted = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const isSelected = (id: string) => $selected.get().some((record) => record.id === id);
  const canAdd = (count: number) => max === 1 || count < max;

  const add = (record: RecordData) => {
    const now = $selected.get();
    if (isSelected(record.id) || !canAdd(now.length)) return;
    $selected.set(max === 1 ? [record] : [...now, record]);
  };
  const remove = (id: string) => $selected.set($selected.get().filter((record) => record.id !== id));

  const loadSelected = async () => {
    if (!options.ids.length) return;
    $selectedState.set('busy');
    try {
      const stored = await listByIds(collection.id, options.ids, expand(), { signal });
      const found = stored.filter(({ id }) => !deleted.has(id));
      // Records selected during the request come last, up to the limit; those of the field may exceed a new limit.
      const known = new Set(found.map(({ id }) => id));
      const chosen = $selected.get().filter(({ id }) => !known.has(id));
      const room = Math.max(0, max - found.length);
      batch(() => {
        $selected.set(max === 1 && chosen.length ? chosen : [...found, ...chosen.slice(0, room)]);
        $selectedState.set('ready');
      });
    } catch (thrown) {
      if (signal.aborted) return;
      report(thrown);
      $selectedState.set('failed');
    }
  };

  /** Loads a saved record like the lists of this dialog do, and shows it in them. */
  const showSaved = async (id: string, isNew: boolean) => {
    try {
      const [record] = await listByIds(collection.id, [id], expand(), { signal });
      if (!record) return;
      const replace = (items: readonly RecordData[]) => items.map((item) => (item.id === id ? record : item));
      $selected.set(replace($selected.get()));
      list.update((items) => (isNew ? [record, ...items.filter((item) => item.id !== id)] : replace(items)));
      if (isNew) add(record);
    } catch (thrown) {
      report(thrown);
    }
  };

  const openPanel = (recordId?: string) =>
    void openRecordPanel({
      collection,
      recordId,
      onSaved: (record, isNew) => void showSaved(record.id, isNew),
      onRemoved: (id) => {
        deleted.add(id);
        remove(id);
        list.update((items) => items.filter((item) => item.id !== id));
        // The first record of the next page has moved to the pages that are loaded.
        void list.refresh();
      },
    });

  list.show(collection);
  void loadSelected();

  return {
    ...list,
    collection,
    canEdit: collection.type !== 'view' && !options.isChoiceOnly,
    $selected,
    /** Until the records of the field's ids are loaded, 'Set selection' must be disabled: it would drop ids. */
    $selectedState,
    loadSelected,
    /** `Selected (n of MAX m)`, without the MAX part for single and unlimited relations. */
    $heading: computed($selected, ({ length }) =>
      max > 1 && Number.isFinite(max) ? `Selected (${length} of MAX ${max})` : `Selected (${length})`,
    ),
    /** Whether another record can be selected; always true for a single relation, whose record is replaced. */
    $canAdd: computed($selected, ({ length }) => canAdd(length)),
    toggle: (record: RecordData): void => (isSelected(record.id) ? remove(record.id) : add(record)),
    remove,
    move: (from: number, to: number): void => $selected.set(moveItem($selected.get(), from, to)),
    edit: (id: string): void => openPanel(id),
    /** Opens an empty panel on top; the created record is selected at once. */
    create: (): void => openPanel(),
    stop: stopAll(() => stopping.abort(), list.stop),
  };
}

export type RecordPicker = ReturnType<typeof createRecordPicker>;
