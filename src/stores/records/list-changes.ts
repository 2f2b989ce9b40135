import { atom, computed } from 'nanostores';
import { type Changes, countChanges, MAX_CHANGES, NO_CHANGES } from '#domain/records/list-changes.ts';
import { storedId } from '#domain/records/record.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $lockOf, $records, refreshRecords } from './list.ts';
import { openRecord, openRow } from './open.ts';

/** What others changed that the rows on screen don't show; the live updates (`live.ts`) set it. */
export const $changes = atom<Changes>(NO_CHANGES);

/** The rows whose records are no longer in the list. */
export const $gone = computed($changes, ({ gone }) => gone);

/** Number of changes that {@link applyChanges} would show, at most {@link MAX_CHANGES}. */
export const $changeCount = computed([$changes, $records], (changes, list) => {
  if (changes.isMany) return MAX_CHANGES;
  return list.state === 'ready' ? Math.min(countChanges(changes, list.items), MAX_CHANGES) : 0;
});

/** Counts how often the user has applied changes: the rows on screen should stay where they are then. */
export const $applied = atom(0);

/** Shows the changes: loads and counts the records on screen again. */
export async function applyChanges(): Promise<void> {
  $applied.set($applied.get() + 1);
  await refreshRecords();
}

/** Opens the record of a row, unless it was deleted elsewhere; a row without an id of its own is not in the address. */
export function openListedRecord(id: string): void {
  if ($gone.get().get(id) === 'deleted') addToast('info', 'This record was deleted elsewhere.');
  else if ($lockOf.get()(id)) void openRow(id);
  else openRecord(storedId(id));
}
