import { atom, computed } from 'nanostores';
import { type CallOptions, toApiError } from '#api/client.ts';
import { pagesByKey } from '#api/records/by-key.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { getRecord, saveRecord } from '#api/records/record.ts';
import { followHidden } from '#browser/listen.ts';
import { readStored, store, tellStored } from '#browser/storage.ts';
import { type ApiError, isUnreachable } from '#domain/app/api-error.ts';
import { truncate } from '#domain/app/value-text.ts';
import { ARRANGED_KEYS, type Texts, type Things } from '#domain/arrangements/kinds.ts';
import { MAX_NOTE } from '#domain/arrangements/notes.ts';
import { OWN_COLLECTION } from '#domain/arrangements/own-collection.ts';
import {
  type Change,
  type Conflict,
  isArranged,
  OWN_ARRANGEMENTS_KEY,
  parseSharedState,
  parseTexts,
  pulled,
  readRecords,
  SHARED_KEY,
  type SharedRecords,
  type SharedState,
  storedState,
  thingText,
  united,
  unsent,
} from '#domain/arrangements/state.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $question, confirm } from '#stores/app/confirm.ts';
import { $timesReached, checkConnection } from '#stores/app/connection.ts';
import { endSessionIfOver } from '#stores/app/end-session.ts';
import { openArrangements } from '#stores/app/popups.ts';
import { $path } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';
import { storedFolders } from '#stores/collections/folder-mode.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { keepSubscribed } from '#stores/records/live.ts';
import { storedViews } from '#stores/records/stored-views.ts';
import { templates } from '#stores/records/templates.ts';
import { storedQueries } from '#stores/sql/stored-queries.ts';
import { $notes } from './notes.ts';

/** Time after a change in which further ones are sent with it, in ms. */
const PAUSE = 800;
/** How often what others have saved first is read again before an exchange is given up until the next one. */
const MAX_ROUNDS = 20;

/** The state of the exchange with the backend; an error while changes of this device wait for it. */
export const $sync = atom<'off' | 'busy' | 'done' | 'undecided' | Error>('off');

/* All that this device has is read from storage itself: the event of another tab's change may not have arrived yet. */

/** What this device knows of the shared arrangements; follows other tabs while it has listeners. */
export const $sharedState = computed(createTextPreference(SHARED_KEY).$value, parseSharedState);
/** The arrangements that were put aside for the shared ones. */
export const $ownTexts = computed(createTextPreference(OWN_ARRANGEMENTS_KEY).$value, parseTexts);

const textOf = (key: string): string => readStored(key) ?? '';
export const readState = (): SharedState => parseSharedState(textOf(SHARED_KEY));
export const readOwnTexts = (): Texts => parseTexts(textOf(OWN_ARRANGEMENTS_KEY));
/** The arrangements in use, by storage key. */
export const deviceTexts = (): Texts => Object.fromEntries(ARRANGED_KEYS.map((key) => [key, textOf(key)]));

class StorageFull extends Error {
  override readonly message = 'The storage of this browser is full or blocked.';
}

/** Stores all or none: else what others have changed would look like a change of this device. Throws StorageFull. */
export function storeAll(texts: Texts): void {
  const changed = Object.entries(texts).filter(([key, text]) => text !== textOf(key));
  const before = changed.map(([key]) => [key, textOf(key)] as const);
  if (!changed.every(([key, text]) => store(key, text || undefined))) {
    // Backwards: each step leaves what has been in storage together before.
    for (const [key, text] of before.toReversed()) store(key, text || undefined);
    throw new StorageFull();
  }
  for (const [key] of changed) tellStored(key);
}

/** Whether this device has changes that the backend does not have, or may not have. */
export const hasUnsent = (): boolean => {
  const { base, sent } = readState();
  return Object.keys(sent).length > 0 || unsent(deviceTexts(), base).length > 0;
};

/** Loads what is shared; `known` is what this device has of it. Throws ApiError. */
export async function loadShared(
  collection: string,
  known: Things = {},
  options: CallOptions = {},
): Promise<SharedRecords> {
  const rows: RecordData[] = [];
  for await (const page of pagesByKey({ collection, filter: '', expand: '', fields: '' }, options))
    rows.push(...page.map(({ record }) => record));
  return readRecords(rows, known);
}

const collectionOf = (id: string) => $collectionList.get().find((one) => one.id === id);
const nameOf = (collectionId: string): string => collectionOf(collectionId)?.name ?? collectionId;

/** Where a thing is, for people: `views of posts`, `notes of posts.title`. */
function placeOf(thing: string): string {
  const [kind, id = '', fieldId] = thing.split('/');
  if (kind === 'folders') return kind;
  const field = collectionOf(id)?.fields.find((one) => one.id === fieldId)?.name ?? fieldId;
  return kind === 'notes' && field ? `notes of ${nameOf(id)}.${field}` : `${kind} of ${nameOf(id)}`;
}

const told = new Set<string>();

function tellOdd(rows: readonly RecordData[]): void {
  for (const { id, kind, key } of rows.filter((row) => !told.has(row.id))) {
    told.add(id);
    const what = placeOf(`${kind}/${key}`);
    addToast(
      'warning',
      `Record ${id} of ${OWN_COLLECTION} can’t be read, so the ${what} in it are left out.`,
    );
  }
}

/** Conflicts of the last exchange that were left open. A further change of either side makes another one. */
let declined: readonly string[] = [];
/** Whether the last exchange had others that it could not ask about. */
let hasUnasked = false;
let syncNow = (): void => {};

/** Lets the next exchange ask again about what was left open. */
export const askAgain = (): void => {
  declined = [];
};

/** Asks again about what was left open. */
export function decideNow(): void {
  askAgain();
  syncNow();
}

/** Asks about conflicts. Returns the versions that count as known, the others being changes; undefined if none. */
async function decide(conflicts: readonly Conflict[], signal: AbortSignal): Promise<Things | undefined> {
  const known: Record<string, unknown> = {};
  let isAsked = false;
  const open: string[] = [];
  hasUnasked = false;
  for (const conflict of conflicts) {
    const { id, mine, theirs } = conflict;
    const name = JSON.stringify(conflict);
    if (declined.includes(name)) open.push(name);
    // A further question would answer the one on screen with no, and nobody sees one of a hidden tab.
    else if ($question.get() || document.hidden) hasUnasked = true;
    else {
      isAsked = true;
      const path = $path.get();
      const text = truncate(thingText(theirs, mine, nameOf), MAX_NOTE);
      const question = `Another administrator has changed the ${placeOf(id)}, too:\n${text}\n\nSave yours over it?`;
      const take = () => (known[id] = mine);
      if (await confirm(question, { signal, instead: { label: 'Take theirs', run: take } }))
        known[id] = theirs;
      // One that goes with its session or screen, or gives way to another question, nobody has answered.
      else if (!(id in known) && !signal.aborted && !$question.get() && $path.get() === path) open.push(name);
    }
  }
  declined = open;
  return isAsked ? known : undefined;
}

/** Takes over what others have saved; `left` stays undecided. What was here before the first time is put aside. */
function pull(collectionId: string, had: Things, theirs: Things, left: readonly string[]): void {
  const base = { ...theirs, ...Object.fromEntries(left.map((id) => [id, had[id]])) };
  const texts = deviceTexts();
  const isJoined = readState().collectionId === collectionId;
  const isPutAside = !isJoined && isArranged(texts);
  storeAll({
    ...(isPutAside && { [OWN_ARRANGEMENTS_KEY]: JSON.stringify(united(texts, readOwnTexts())) }),
    ...(isJoined ? pulled(texts, had, theirs) : pulled({}, {}, theirs)),
    ...storedState({ isOff: false, collectionId, base, sent: {} }),
  });
  if (!isPutAside) return;
  addToast(
    'warning',
    'Administrators share folders, views, templates and notes. Those of this device are kept.',
    { action: { label: 'Details', run: openArrangements } },
  );
}

/** Whether another administrator has created the same thing, or removed it, since it was read. */
const isOvertaken = ({ status, problems }: ApiError): boolean =>
  status === 404 || (status === 400 && problems.some(({ path }) => path === 'revision'));

/** Sends changes until another administrator was faster. A refused one stops no other; its error is thrown last. */
async function send(
  collection: string,
  changes: readonly Change[],
  { ids, saved }: Pick<SharedRecords, 'ids' | 'saved'>,
  signal: AbortSignal,
): Promise<void> {
  let refused: ApiError | undefined;
  // Before they are sent: a response may be lost.
  const sent = Object.fromEntries(changes.map(([id, thing = null]) => [id, thing]));
  storeAll(storedState({ ...readState(), sent }));
  for (const [id, value] of changes) {
    const [kind, ...key] = id.split('/');
    const record = ids.get(id);
    const json = { kind, key: key.join('/'), revision: 0, value };
    try {
      // Somebody may have saved it since it was read, and the backend would let that be overwritten.
      if (record !== undefined) {
        const now = await getRecord(collection, record, { signal });
        if (!isSameStructure(readRecords([now.record], saved).saved[id], saved[id])) return;
      }
      if (record !== undefined && value === undefined) await deleteRecord(collection, record, { signal });
      else await saveRecord({ collection, id: record, json }, { signal });
    } catch (thrown) {
      const error = toApiError(thrown);
      if (isOvertaken(error)) return;
      if (error.status !== 400) throw error;
      refused ??= error;
    }
  }
  if (refused) throw refused;
}

/**
 * Takes over what others have changed, and sends what this device has; a round that was overtaken is made anew.
 * Resolves to whether everything is decided; throws ApiError or StorageFull.
 */
export async function exchange({ id }: Collection, signal: AbortSignal): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const known = readState();
    if (known.isOff) return true;
    const { things, saved, ids, odd, earlier } = await loadShared(id, known.base, { signal });
    const texts = deviceTexts();
    // Another tab of this device was faster: what it knows may be newer than these records.
    const isOld = () => !isSameStructure([readState(), deviceTexts()], [known, texts]);
    if (isOld()) continue;
    tellOdd(odd);
    // What was arranged since something was sent is a change of that.
    const arrived = Object.entries(known.sent).filter(([key, sent]) =>
      isSameStructure(things[key] ?? null, sent),
    );
    const had = { ...known.base, ...Object.fromEntries(arrived) };
    const conflicts: Conflict[] = [];
    if (known.collectionId === id) pulled(texts, had, things, (one) => conflicts.push(one));
    const decided = await decide(conflicts, signal);
    if (isOld()) continue;
    signal.throwIfAborted();
    const left = conflicts.map((one) => one.id).filter((one) => !decided || !(one in decided));
    pull(id, { ...had, ...decided }, things, left);
    // Others may have changed more while a question was on screen.
    if (decided) continue;
    const changes = unsent(deviceTexts(), readState().base, saved).filter(([one]) => !left.includes(one));
    if (changes.length) {
      // If its rules let others in by now, this exchange is stopped before anything private is sent.
      await checkCollections();
      signal.throwIfAborted();
      await send(id, changes, { ids, saved }, signal);
    } else {
      // What fails stays for the next time.
      if (!left.length) await Promise.allSettled(earlier.map((record) => deleteRecord(id, record)));
      return !left.length;
    }
  }
  return true;
}

async function failed(thrown: unknown): Promise<void> {
  const isFull = thrown instanceof StorageFull;
  const error = isFull ? thrown : toApiError(thrown);
  if ('isAbort' in error && error.isAbort) return;
  $sync.set(error);
  if (isFull || !('status' in error)) return;
  if (isUnreachable(error)) checkConnection();
  else if (error.status === 404) await checkCollections();
  else if (hasUnsent())
    addToast('warning', `What you arranged is kept on this device and shared later: ${error.message}`);
  await endSessionIfOver(error);
}

/** Keeps this device and the collection the same, until the returned function is called. */
export function startSync(collection: Collection): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let last = Promise.resolve();
  let isRequested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async () => {
    isRequested = false;
    if (signal.aborted) return;
    $sync.set('busy');
    try {
      const isDone = await exchange(collection, signal);
      if (!signal.aborted) $sync.set(isDone ? 'done' : 'undecided');
    } catch (thrown) {
      await failed(thrown);
    }
  };
  const sync = () => {
    if (isRequested || signal.aborted) return;
    isRequested = true;
    $sync.set('busy');
    last = last.then(run);
  };
  syncNow = sync;
  const syncSoon = (isNeeded: () => boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => isNeeded() && sync(), PAUSE);
  };
  const arranged = [storedFolders.$value, storedViews.$value, templates.$items, storedQueries.$value, $notes];
  let stopLive: (() => void) | undefined;
  const stopHidden = followHidden((isHidden) => {
    stopLive?.();
    stopLive = isHidden
      ? undefined
      : keepSubscribed({ collection: collection.id, onEvent: sync, onConnected: sync });
  });
  sync();
  return stopAll(
    () => stop.abort(),
    () => clearTimeout(timer),
    ...arranged.map(($one) => $one.listen(() => syncSoon(hasUnsent))),
    // Also when only a response was lost, without an interruption.
    $timesReached.listen(() => $sync.get() instanceof Error && syncSoon(() => true)),
    // Another question has kept one from being asked.
    $question.listen((question) => !question && hasUnasked && syncSoon(() => true)),
    stopHidden,
    () => stopLive?.(),
    () => $sync.set('off'),
  );
}
