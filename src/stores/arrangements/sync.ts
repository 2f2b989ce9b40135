import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { createRecord } from '#api/records/import.ts';
import { listRecords } from '#api/records/list.ts';
import { followHidden } from '#browser/listen.ts';
import { type ApiError, isUnreachable } from '#domain/app/api-error.ts';
import { quoteText } from '#domain/app/filter.ts';
import { text } from '#domain/app/lenient.ts';
import { randomId } from '#domain/app/random-secret.ts';
import { truncate } from '#domain/app/value-text.ts';
import { OWN_COLLECTION } from '#domain/arrangements/own-collection.ts';
import {
  docsOfRows,
  isArranged,
  isOddRow,
  pulled,
  replacedRows,
  type SharedDocs,
  sentDocs,
  type UnsentDoc,
  united,
  unsent,
} from '#domain/arrangements/state.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $timesReached, checkConnection } from '#stores/app/connection.ts';
import { endSessionIfOver } from '#stores/app/end-session.ts';
import { openArrangements } from '#stores/app/popups.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { keepSubscribed } from '#stores/records/live.ts';
import {
  deviceTexts,
  onArranged,
  readOwnTexts,
  readState,
  StorageFull,
  storeOwnTexts,
  storeState,
  storeTexts,
} from './device.ts';

/** The largest page of the backend. */
const PAGE = 500;
/** Time after a change in which further ones are sent with it, in ms. */
const PAUSE = 800;
/** Characters of another administrator's text in a toast. */
const MAX_QUOTED = 200;
/** Time for which that toast stays, in ms. */
const CONFLICT_MS = 20_000;
/** How often what others send first is merged before an exchange is given up until the next one. */
const MAX_ROUNDS = 20;

/** The state of the exchange with the backend; an error while changes of this device wait. */
export const $sync = atom<'off' | 'busy' | 'done' | Error>('off');

/**
 * Loads all records, the oldest first. Each page begins after the last record of the one before, not at a number of
 * records: a replaced one that is deleted meanwhile moves no other one to another page, and its successor is the newest.
 */
async function loadRows(collection: string, signal: AbortSignal): Promise<RecordData[]> {
  const query = { collection, page: 1, perPage: PAGE, sort: 'created,id', expand: '', fields: '' };
  const rows: RecordData[] = [];
  for (let filter = ''; ; ) {
    const { items } = await listRecords({ ...query, filter }, { signal });
    rows.push(...items);
    const last = items.at(-1);
    if (!last || items.length < PAGE) return rows;
    const created = quoteText(text(last['created']));
    filter = `created>${created}||(created=${created}&&id>${quoteText(last.id)})`;
  }
}

/** Loads the shared values of a collection; throws ApiError. */
export const loadShared = async ({ id }: Collection, signal: AbortSignal): Promise<SharedDocs> =>
  docsOfRows(await loadRows(id, signal));

/** Returns a function that shows the version of a text which is not kept, after what happened. */
export const tellConflict =
  (happened: string) =>
  (version: unknown): void => {
    if (typeof version !== 'string') return;
    addToast('warning', `${happened}: ${truncate(version, MAX_QUOTED)}`, { duration: CONFLICT_MS });
  };

const tellTheirs = tellConflict('Another administrator changed the same text. Yours is kept; theirs is');

const told = new Set<string>();

/** Names the records that can't be read, each once. */
function tellOdd(rows: readonly RecordData[]): void {
  for (const row of rows.filter((one) => isOddRow(one) && !told.has(one.id))) {
    told.add(row.id);
    const what = `${text(row['kind'])} of ${$collectionList.get().find(({ id }) => id === row['key'])?.name ?? text(row['key'])}`;
    addToast(
      'warning',
      `Record ${row.id} of ${OWN_COLLECTION} can’t be read, so the ${what} in it are left out.`,
    );
  }
}

/** Takes over what others have stored. What this device had before it first did so is put aside. */
function pull(collectionId: string, rows: readonly RecordData[]): void {
  const { collectionId: known, base, sent } = readState();
  const theirs = docsOfRows(rows, base);
  const texts = deviceTexts();
  const isPutAside = known !== collectionId && isArranged(texts);
  if (isPutAside) storeOwnTexts(united(texts, readOwnTexts()));
  // What was arranged since something was sent is a change of that.
  const had = { ...base, ...sentDocs(rows, sent) };
  storeTexts(known === collectionId ? pulled(texts, had, theirs, tellTheirs) : pulled({}, {}, theirs));
  try {
    storeState({ isOff: false, collectionId, base: theirs, sent: [] });
  } catch (thrown) {
    // One without the other would make what others have changed look like a change of this device.
    storeTexts(texts);
    throw thrown;
  }
  if (!isPutAside) return;
  addToast(
    'warning',
    'Administrators share folders, views, templates and notes. Those of this device are kept.',
    {
      action: { label: 'Details', run: openArrangements },
    },
  );
}

/** Whether the revision exists already, because another administrator was faster. */
const isTaken = ({ status, body }: ApiError): boolean =>
  status === 400 && Object.hasOwn(body.data, 'revision');

/**
 * Sends changes of this device until another administrator was faster. What the backend refuses, such as too large a
 * value, keeps nothing else from being sent; its error is thrown at the end.
 */
async function send(collection: string, docs: readonly UnsentDoc[], signal: AbortSignal): Promise<void> {
  let refused: ApiError | undefined;
  const sent = docs.map(() => randomId());
  // Before they are sent: a response may be lost.
  storeState({ ...readState(), sent });
  for (const [at, { value = null, ...doc }] of docs.entries()) {
    try {
      await createRecord({ collection, id: sent[at] ?? '', body: { ...doc, value } }, { signal });
    } catch (thrown) {
      const error = toApiError(thrown);
      if (isTaken(error)) return;
      if (error.status !== 400) throw error;
      refused ??= error;
    }
  }
  if (refused) throw refused;
}

/** Deletes the revisions that newer ones have replaced. What fails stays for the next time. */
const tidy = (collection: string, rows: readonly RecordData[]) =>
  Promise.allSettled(replacedRows(rows).map((id) => deleteRecord(collection, id)));

/**
 * Takes over what others have changed, and sends what this device has. Each round begins with what is stored, so it also
 * finds out whether the round before was overtaken. Throws ApiError or StorageFull.
 */
export async function exchange({ id }: Collection, signal: AbortSignal): Promise<void> {
  let hasSent = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const known = readState();
    if (known.isOff) return;
    const rows = await loadRows(id, signal);
    // Another tab of this device was faster: what it knows may be newer than these records.
    if (!isSameStructure(readState(), known)) continue;
    tellOdd(rows);
    pull(id, rows);
    const docs = unsent(deviceTexts(), readState().base);
    if (!docs.length) {
      // Only who has sent something, so that not every administrator deletes the same.
      if (hasSent) await tidy(id, rows);
      return;
    }
    // If its rules let others in by now, this exchange is stopped before anything private is sent.
    await checkCollections();
    signal.throwIfAborted();
    hasSent = true;
    await send(id, docs, signal);
  }
}

/** Whether this device has changes that the backend does not have, or may not have. */
export const hasUnsent = (): boolean => {
  const { base, sent } = readState();
  return sent.length > 0 || unsent(deviceTexts(), base).length > 0;
};

async function failed(thrown: unknown): Promise<void> {
  const isFull = thrown instanceof StorageFull;
  const error = isFull ? thrown : toApiError(thrown);
  if ('isAbort' in error && error.isAbort) return;
  const wasFailed = $sync.get() instanceof Error;
  $sync.set(error);
  if (isFull || !('status' in error)) return;
  if (isUnreachable(error)) checkConnection();
  else if (error.status === 404) await checkCollections();
  else if (!wasFailed && hasUnsent())
    addToast('warning', `What you arranged is kept on this device and shared later: ${error.message}`);
  await endSessionIfOver(error);
}

/** Keeps this device and the collection the same, until the returned function is called. */
export function startSync(collection: Collection): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let isRunning = false;
  let isRequested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async () => {
    isRunning = true;
    do {
      isRequested = false;
      $sync.set('busy');
      try {
        await exchange(collection, signal);
        if (!signal.aborted) $sync.set('done');
      } catch (thrown) {
        await failed(thrown);
      }
    } while (isRequested && !signal.aborted);
    isRunning = false;
  };
  const sync = () => {
    isRequested = true;
    if (!isRunning && !signal.aborted) void run();
  };
  const stopArranged = onArranged(() => {
    clearTimeout(timer);
    timer = setTimeout(() => hasUnsent() && sync(), PAUSE);
  });
  // Also when only a response was lost, without an interruption.
  const stopReached = $timesReached.listen(() => {
    if (!($sync.get() instanceof Error)) return;
    clearTimeout(timer);
    timer = setTimeout(sync, PAUSE);
  });
  let stopLive: (() => void) | undefined;
  const stopHidden = followHidden((isHidden) => {
    stopLive?.();
    stopLive = isHidden
      ? undefined
      : keepSubscribed({
          collection: collection.id,
          onEvent: ({ action }) => action !== 'delete' && sync(),
          onConnected: sync,
        });
  });
  sync();
  return () => {
    stop.abort();
    clearTimeout(timer);
    for (const end of [stopArranged, stopReached, stopHidden]) end();
    stopLive?.();
    $sync.set('off');
  };
}
