import { atom, computed } from 'nanostores';
import { type KeyOptions, pagesByKey } from '#api/records/by-key.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { parseCollection } from '#domain/collections/collection.ts';
import { alignedTo } from '#domain/promote/collections.ts';
import { joinById } from '#domain/promote/join.ts';
import {
  differingFields,
  hasFiles,
  type RecordDifference,
  recordKey,
  withNamesOf,
} from '#domain/promote/record-differences.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { byId } from '#domain/settings/import/effective.ts';
import { isView, type RawCollection } from '#domain/settings/import/raw.ts';
import { patiently } from '#stores/app/patiently.ts';
import { createLatest } from '#stores/base/latest.ts';
import { $compared, type Comparison } from './compare.ts';
import { reportSide } from './sides.ts';

/** At most so many differing records of one collection are kept to be promoted at a time. */
export const MAX_RECORDS = 1000;
/** How often the numbers on screen change, in records. */
const TICK = 1000;

/** How the records of one collection differ. */
export interface RecordComparison {
  readonly state: 'busy' | 'ended' | 'failed';
  readonly added: number;
  readonly changed: number;
  readonly onlyThere: number;
  readonly equal: number;
  /** The first {@link MAX_RECORDS} new and changed ones. */
  readonly records: readonly RecordDifference[];
}

/** A collection whose records can be compared. */
export interface Comparable {
  /** As the target has it, or will have it. */
  readonly target: RawCollection;
  /** As the source has it, with the ids of the target. */
  readonly source: RawCollection;
  readonly sourceId: string;
  readonly isNew: boolean;
}

const comparableIn = ({ from, to }: Comparison): Comparable[] => {
  const stored = byId(to.collections);
  return alignedTo(to.collections, from.collections).flatMap((aligned, index) => {
    const target = stored.get(aligned.id);
    const sourceId = from.collections[index]?.id ?? aligned.id;
    const isOther = target && target['type'] !== aligned['type'];
    return isView(aligned) || isOther
      ? []
      : [{ target: target ?? aligned, source: aligned, sourceId, isNew: !target }];
  });
};

/** The collections of the source that have records. */
export const $comparable = computed($compared, (load) =>
  load.state === 'ready' ? comparableIn(load.value) : [],
);

/** The compared records by id of the collection in the target. */
export const $recordComparisons = atom<ReadonlyMap<string, RecordComparison>>(new Map());
/** Keys of the selected records. */
export const $selectedRecords = atom<ReadonlySet<string>>(new Set());

const comparing = createLatest();

/** The differences of the selected records. */
export const $chosenRecords = computed([$recordComparisons, $selectedRecords], (comparisons, selected) =>
  [...comparisons.values()].flatMap(({ records }) => records.filter((each) => selected.has(recordKey(each)))),
);

async function* sourcesOf(
  backend: NamedBackend,
  collection: string,
  options: KeyOptions,
): AsyncGenerator<RecordSource> {
  const query = { collection, filter: '', expand: '', fields: '' };
  for await (const sources of pagesByKey(query, { ...options, backend })) yield* sources;
}

async function* nothing(): AsyncGenerator<RecordSource> {}

/** Compares the records of a collection by id, page by page; reports errors. */
export async function compareRecords(comparable: Comparable): Promise<void> {
  const load = $compared.get();
  if (load.state !== 'ready') return;
  const { target, sourceId, isNew } = comparable;
  const { sides } = load.value;
  const signal = comparing.begin();
  const [collection, origin] = [parseCollection(target), parseCollection(comparable.source)];
  const records: RecordDifference[] = [];
  const counts = { added: 0, changed: 0, onlyThere: 0, equal: 0 };
  let shown: RecordComparison | undefined;
  const show = (state: RecordComparison['state']) => {
    shown = { state, ...counts, records: [...records] };
    $recordComparisons.set(new Map($recordComparisons.get()).set(target.id, shown));
  };
  const optionsOf = (backend: NamedBackend): KeyOptions => ({
    signal,
    send: (request) => patiently(request, { signal, backend, onWait: () => {} }),
  });
  show('busy');
  try {
    const [from, to] = [
      sourcesOf(sides.from, sourceId, optionsOf(sides.from)),
      isNew ? nothing() : sourcesOf(sides.to, target.id, optionsOf(sides.to)),
    ];
    let seen = 0;
    for await (const { from: source, to: stored } of joinById(from, to, ({ record }) => record.id)) {
      signal.throwIfAborted();
      seen += 1;
      if (seen % TICK === 0) show('busy');
      const named = source && withNamesOf(source, origin, collection);
      const fields =
        named && stored ? differingFields(collection, named, stored).map(({ name }) => name) : [];
      if (!source || !named) counts.onlyThere += 1;
      else if (stored && !fields.length) counts.equal += 1;
      else {
        counts[stored ? 'changed' : 'added'] += 1;
        if (records.length === MAX_RECORDS) continue;
        const { id } = named.record;
        const label = presentableText(named.record, collection);
        const found = { collectionId: target.id, id, label, source, stored, fields };
        records.push({ ...found, hasFiles: hasFiles(collection, named) });
      }
    }
    show('ended');
  } catch (thrown) {
    if (!signal.aborted) reportSide(thrown);
    // Another comparison may have taken its place, or all may be forgotten.
    if ($recordComparisons.get().get(target.id) === shown) show('failed');
  }
}

/** Selects or deselects records. */
export function selectRecords(records: readonly RecordDifference[], isOn: boolean): void {
  const keys = new Set(records.map(recordKey));
  const selected = $selectedRecords.get();
  $selectedRecords.set(isOn ? selected.union(keys) : selected.difference(keys));
}

/** Stops comparing and forgets the result. */
export function forgetRecords(): void {
  comparing.abort();
  $recordComparisons.set(new Map());
  $selectedRecords.set(new Set());
}
