// chunks: record panels
import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import type { CallOptions } from '#api/client.ts';
import { findRecords } from '#api/records/by-key.ts';
import { getRecord } from '#api/records/record.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { isWhole } from '#domain/records/big-values.ts';
import { type RecordData, storedId } from '#domain/records/record.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { parseHash } from '#routing/hash.ts';
import { report } from '#stores/app/report.ts';
import { $query, $route, go, setQuery } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { createWalk } from '#stores/factories/create-walk.ts';
import { $lockOf, $records, isExcerpted, listedQuery, loadMoreRecords, shownRows } from '../list.ts';
import type { Begun, PanelOptions, PanelRisk, RecordPanel } from './panel.ts';
import { $panels, disposePanels, openRecordPanel } from './stack.ts';

export interface RecordPreview {
  readonly collection: Collection;
  readonly recordId: string;
  /** The address can't name it, because other rows may have its id. */
  readonly isRow?: boolean;
  readonly source: RecordSource | undefined;
}

/** The open preview, undefined while there is none. */
export const $preview = atom<RecordPreview | undefined>(undefined);

const loading = createLatest();

export function closePreview(): void {
  loading.abort();
  $preview.set(undefined);
}

/** Opens the preview of a record; reports an error and closes the preview if loading fails. */
export const openPreview = (collection: Collection, recordId: string): Promise<void> =>
  load({ collection, recordId }, async (options) => {
    const source = await getRecord(collection.id, recordId, options);
    if ($lockOf.get()(recordId)) addToast('info', 'Other rows may have this id: this is one of them.');
    return source;
  });

/** Whether a row shows this record, as far as it has whole values. */
const shows = (row: RecordData, { record }: RecordSource, collection: Collection): boolean =>
  storedId(row.id) === record.id &&
  ownFields(collection).every(({ name, type }) => {
    const value = ownOf(row, name);
    const isPart = type === 'editor' || isExcerpted(collection.id, name) || !isWhole(value);
    return isPart || dequal(value, ownOf(record, name));
  });

/** Opens the preview of a row of the view on screen, which only its position identifies. */
export async function openRow(recordId: string): Promise<void> {
  const collection = $requested.get()?.list;
  const index = shownRows().findIndex(({ id }) => id === recordId);
  const row = shownRows()[index];
  const query = listedQuery();
  if (collection?.type !== 'view' || !row || !query) return;
  await load({ collection, recordId, isRow: true }, async (options) => {
    const { collection: id, filter, sort } = query;
    const at = { collection: id, filter, sort, fields: '', page: index + 1, perPage: 1 };
    const [source] = await findRecords(at, options);
    if (source && shows(row, source, collection)) return source;
    addToast('info', 'The rows of this view have changed. Load them again to open this one.');
    return undefined;
  });
}

async function load(
  shown: Omit<RecordPreview, 'source'>,
  read: (options: CallOptions) => Promise<RecordSource | undefined>,
): Promise<void> {
  const signal = loading.begin();
  $preview.set({ ...shown, source: undefined });
  try {
    const source = await read({ signal });
    if (source) $preview.set({ ...shown, source });
    else closePreview();
  } catch (thrown) {
    if (signal.aborted) return;
    report(thrown, { message: `Unable to load record with id "${storedId(shown.recordId)}"` });
    closePreview();
  }
}

const MAX_DEPTH = 5;

interface Requested {
  readonly list: Collection;
  /** The collection of the record: that of the list, unless the address has a `recordOf`. */
  readonly collection: Collection;
  readonly recordId: string | undefined;
}

const $requested = computed(
  [$route, $activeCollection, $collectionList, $query],
  (route, list, collections, query): Requested | undefined => {
    if (route?.name !== 'collections' || !list || query['collectionId'] !== list.id) return undefined;
    const { recordId, recordOf = list.id } = query;
    const collection = collections.find(({ id }) => id === recordOf);
    return collection ? { list, collection, recordId } : { list, collection: list, recordId: undefined };
  },
);

/** The lowest panel, whose record is in the address; the panels above it don't change the address. */
let root: RecordPanel | undefined;
let listId: string | undefined;

const clearRecordId = () => setQuery({ recordId: undefined, recordOf: undefined }, { replace: true });

const addressOf = (collectionId: string | undefined, recordId: string | undefined) => ({
  recordId,
  recordOf: collectionId === $query.get()['collectionId'] ? undefined : collectionId,
});

/** The open record that the address names, or would name: of a panel, or of a view. */
function openOne(): { readonly collectionId: string | undefined; readonly recordId: string | undefined } {
  const shown = $preview.get();
  return root || !shown
    ? { collectionId: root?.$collection.get().id, recordId: root?.$recordId.get() }
    : { collectionId: shown.collection.id, recordId: shown.isRow ? undefined : shown.recordId };
}

function topmost(): { readonly close: () => unknown } | undefined {
  // The preview of a record that refers to one in a panel.
  if (root && $preview.get()) return { close: closePreview };
  const top = $panels.get().at(-1);
  return top === root ? undefined : top;
}

function openRoot(
  collection: Collection,
  recordId: string | undefined,
  options: Pick<PanelOptions, keyof Begun | 'initial' | 'slot'> = {},
): void {
  const panel = openRecordPanel({
    ...options,
    collection,
    recordId,
    onSaved: ({ id }, isNew, isKept) => {
      // A new record whose panel stays open gets its address.
      if (isNew && isKept && root === panel) setQuery({ recordId: id }, { replace: true });
    },
    onClose: () => {
      if (root !== panel) return;
      root = undefined;
      clearRecordId();
    },
    onDuplicate: (initial, begun) => {
      root = undefined;
      clearRecordId();
      openRoot(panel.$collection.get(), undefined, { initial, ...begun });
    },
  });
  root = panel;
}

/** Shows another record of the list in the same panel, after a question about unsaved changes. */
async function showInstead(collection: Collection, recordId: string, replace: boolean): Promise<void> {
  const before = root;
  if (!before || !(await before.confirmClose()) || root !== before) return;
  replaceRoot(collection, recordId);
  setQuery(addressOf(collection.id, recordId), { replace });
}

/** The panel stays where it is on screen, and only its content changes. */
function replaceRoot(collection: Collection, recordId: string): void {
  const slot = root?.slot;
  closePanels();
  openRoot(collection, recordId, { slot });
}

/** Steps to the records above and below the opened one in the list. */
export const recordWalk = createWalk({
  $list: $records,
  $id: computed($requested, (requested) =>
    requested?.collection === requested?.list ? requested?.recordId : undefined,
  ),
  show: async (id) => root && showInstead(root.$collection.get(), id, true),
  loadMore: loadMoreRecords,
});

/** Whether the address still names the open record; one without a record does so for a new one. */
function isShown({ collection, recordId }: Requested): boolean {
  const open = openOne();
  return recordId === open.recordId && (recordId === undefined || collection.id === open.collectionId);
}

/**
 * Back has left a record with panels on top: only the topmost one closes, which asks about unsaved changes. The address
 * is restored as a new entry: if it replaced the reached one, the next Back would leave the page.
 */
function closeTopInstead(requested: Requested): boolean {
  const top = topmost();
  const { collectionId, recordId } = openOne();
  if (!top || collectionId === undefined || isShown(requested)) return false;
  setQuery(addressOf(collectionId, recordId));
  void top.close();
  return true;
}

function followPanel(requested: Requested | undefined) {
  if (!requested) return closePanels();
  const { collection } = requested;
  // The record of a view has a preview instead.
  const recordId = collection.type === 'view' ? undefined : requested.recordId;
  if ((recordId === undefined && !root) || isShown(requested)) return;
  if (root?.$isDirty.get()) {
    setQuery(addressOf(root.$collection.get().id, root.$recordId.get()));
    void (recordId === undefined ? root.close() : showInstead(collection, recordId, false));
    return;
  }
  if (recordId === undefined) closePanels();
  else replaceRoot(collection, recordId);
}

function followPreview(requested: Requested | undefined): void {
  const shown = $preview.get();
  if (requested?.collection.type !== 'view' || requested.recordId === undefined) {
    if (shown && !(shown.isRow && shown.collection.id === requested?.collection.id)) closePreview();
    return;
  }
  if (shown?.recordId === requested.recordId && shown.collection.id === requested.collection.id) return;
  void openPreview(requested.collection, requested.recordId);
}

function follow(requested: Requested | undefined): void {
  const isOther = listId !== undefined && requested?.list.id !== listId;
  listId = requested?.list.id;
  if (isOther) closePanels();
  else if (requested && closeTopInstead(requested)) return;
  followPreview(requested);
  followPanel(requested);
}

const RISK_QUESTIONS: Readonly<Record<PanelRisk, string>> = {
  saving: 'The record is still being saved. Do you really want to stop that and leave?',
  unkept: 'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?',
};

function riskOfLeaving(): PanelRisk | undefined {
  const risks = $panels.get().map((panel) => panel.$risk.get());
  return risks.find((risk) => risk === 'saving') ?? risks.find((risk) => risk !== undefined);
}

/** In the same list the panel itself asks about unsaved changes, but not while it saves. */
function isKept(hash: string): boolean {
  const { name, query } = parseHash(hash);
  const isSameList = name === 'collections' && query['collectionId'] === listId;
  return isSameList && (riskOfLeaving() !== 'saving' || query['recordId'] === root?.$recordId.get());
}

function closePanels(): void {
  root = undefined;
  disposePanels();
}

/** Opens an empty panel for the collection on screen; does nothing for a view, or while a panel is open. */
export function openNewRecordPanel(): void {
  const requested = $requested.get();
  if (requested && requested.collection.type !== 'view' && !root) openRoot(requested.collection, undefined);
}

/** Closes the panels above one, topmost first, until somebody wants to keep unsaved changes. */
async function goBackTo(panel: RecordPanel): Promise<void> {
  for (let top = topmost(); top && $panels.get().at(-1) !== panel; top = topmost()) {
    if ((await top.close()) === false) return;
  }
}

/** Opens a record above what is open: an open one comes back to the top. Without any, it gets into the address. */
export function openRelatedRecord(collection: Collection, recordId: string): void {
  const panels = $panels.get();
  const shown = $preview.get();
  const open = panels.find(
    ({ $collection, $recordId }) => $collection.get().id === collection.id && $recordId.get() === recordId,
  );
  if (open) void goBackTo(open);
  else if (!panels.length && !shown) setQuery(addressOf(collection.id, recordId));
  // There is only one preview.
  else if (collection.type === 'view' && shown) go('collections', { collectionId: collection.id, recordId });
  else if (panels.length + (shown ? 1 : 0) >= MAX_DEPTH)
    addToast('info', `${MAX_DEPTH} records are open above one another. Close one first.`);
  else if (collection.type === 'view') void openPreview(collection, recordId);
  else openRecordPanel({ collection, recordId });
}

/** Closes every panel and the preview without a question. */
export function disposeAll(): void {
  closePanels();
  closePreview();
}

/** Opens and closes panels and previews by the address. Returns a function that stops this. */
export function startRecordPanels(): () => void {
  const stopAddress = $requested.subscribe(follow);
  // A closed preview removes its record from the address.
  const stopPreview = $preview.listen((shown) => {
    if (!shown && $requested.get()?.collection.type === 'view') clearRecordId();
  });
  // The panels close before the address changes, so that they don't react to it.
  const stopGuard = guardUnsaved({
    question: () => {
      const risk = riskOfLeaving();
      return risk && RISK_QUESTIONS[risk];
    },
    discard: closePanels,
    isKept,
  });
  return stopAll(stopGuard, stopAddress, stopPreview, disposeAll, () => (listId = undefined));
}
