import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { hasChanged, newerOf, stampOf, versionOf } from '#domain/model/version.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { RecordEvent } from '#domain/records/tab-message.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { watchRecord } from '../record-events.ts';
import type { RecordForm } from './form.ts';
import { loadFitting } from './save.ts';

/** Follows changes by others: a form without edits takes them over, else the user is told. Waits during a save. */
export function createElsewhere(
  form: RecordForm,
  $recordId: ReadableAtom<string | undefined>,
  $record: WritableAtom<LoadState<RecordData | undefined>>,
) {
  const collectionId = form.$collection.get().id;
  /** What others did with an open record, as far as the form doesn't show it. */
  const $elsewhere = atom<'none' | 'changed' | 'deleted'>('none');
  const requests = createLatest();
  /** A change that is still to be looked at; `undefined` inside if it is not known what was changed. */
  let waiting: { readonly event: RecordEvent | undefined } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const storedRecord = () => {
    const record = $record.get();
    return record.state === 'ready' ? record.value : undefined;
  };
  const versionIn = (record: RecordData | undefined) => record && versionOf(form.$collection.get(), record);
  /** Whether the record contains the change. Times that were requested before an own save may arrive after it. */
  const isKnown = (event: RecordEvent | undefined) => {
    // Another date of that name says nothing about changes.
    const isDated = stampOf(form.$collection.get()) === 'updated';
    if (!isDated || !event?.updated || event.action === 'delete') return false;
    const known = versionIn(storedRecord());
    return newerOf(known, event.updated) === known;
  };
  const hasEdits = () => form.$isChanged.get() || form.$isDirty.get();

  const look = async () => {
    const id = $recordId.get();
    const stored = storedRecord();
    // The end of a call, or of loading, looks again.
    if (!waiting || id === undefined || !stored || form.$isBusy.get()) return;
    const { event } = waiting;
    waiting = undefined;
    if (isKnown(event)) return;
    if (event?.action === 'delete') return $elsewhere.set('deleted');
    const signal = requests.begin();
    try {
      const { collection, source } = await loadFitting(collectionId, id, form.$fields.get, { signal });
      // A save has begun, and perhaps ended: the response may be older.
      if (form.$isBusy.get() || storedRecord() !== stored) {
        waiting ??= { event };
        lookSoon();
        return;
      }
      if (!hasChanged(versionIn(stored), versionIn(source.record))) return;
      if (collection) form.follow(collection);
      if (hasEdits()) return $elsewhere.set('changed');
      form.becomeExisting(source);
      $record.set({ state: 'ready', value: source.record });
      $elsewhere.set('none');
    } catch (thrown) {
      const { status } = toApiError(thrown);
      // Other errors change nothing: a save finds out by itself.
      if (!signal.aborted && status === 404) $elsewhere.set('deleted');
    }
  };

  /** Looks after the current task: when a call ends, its result is not taken over yet. */
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look);
  };

  const note = (event: RecordEvent | undefined) => {
    waiting = { event };
    lookSoon();
  };

  const stops = [
    watchRecord({ collectionId, $recordId, $isBusy: form.$isBusy, onEvent: note }),
    form.$isBusy.listen((isBusy) => {
      if (!isBusy && waiting) lookSoon();
    }),
    form.$isDirty.listen(() => {
      // The edits were undone: nothing keeps the form from showing the new values.
      if ($elsewhere.get() === 'changed' && !hasEdits()) note(undefined);
    }),
  ];

  return {
    $elsewhere,
    /** Call after the record was loaded: it may have been changed during the request. */
    loaded: (): void => {
      if (waiting) lookSoon();
    },
    /** Call when the form has taken over what others saved. */
    settle: (): void => $elsewhere.set('none'),
    stop: stopAll(() => clearTimeout(timer), requests.abort, ...stops),
  };
}
