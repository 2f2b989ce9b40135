import { writeRecord } from '#api/records/record.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { changeBody, type FieldChange, textToUndo, valuesAfter } from '#domain/records/bulk/field-change.ts';
import { missingField, savedWithout } from '#domain/records/changed-collection.ts';
import { alteredFields, changedFields, isSameValue, readValues } from '#domain/records/panel/values.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { changeBetween } from '#domain/records/undo/change.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { hasNewOwner } from '#stores/job/job.ts';
import { readBack } from '#stores/job/read-many.ts';
import { noteChanges, type RecordChange } from '../journal.ts';
import { showChangedRecords } from '../list-update.ts';
import { undoAction } from '../undo/action.ts';
import { type Prepared, runBulk } from './run.ts';

/** Makes confirmed changes in all targets and notes them. False when records were refused or not sent. */
export async function runChanges(prepared: Prepared, changes: readonly FieldChange[]): Promise<boolean> {
  const { collection, targets } = prepared;
  const fields = changes.map(({ field }) => field);
  const names = fields.map(({ name }) => name);
  const admin = $adminId.get();
  const noted: RecordChange[] = [];
  const altered = new Set<string>();
  /** The records as they were before those changes that have no response yet. */
  const sentTo = new Map<string, RecordSource>();
  const note = (change: RecordChange | undefined) => change && noted.push(change);
  const outcome = await runBulk({
    ...prepared,
    action: 'change',
    isBatched: true,
    // Without `fields`, because it makes the backend decode JSON values and round their numbers.
    reads: '',
    send: async (id, stored, options, sender) => {
      if (!stored) return 'already';
      const missing = names.find((name) => !stored.members.has(name));
      if (missing !== undefined) throw missingField(missing);
      const before = readValues(fields, stored);
      const parts = changeBody(changes, before);
      if (!parts.length) return 'already';
      const sent = valuesAfter(changes, before);
      // Others may have changed the fields that are not sent.
      const changed = changedFields(fields, before, sent);
      const write = { collection: collection.id, id, parts, names: changed.map(({ name }) => name) };
      sentTo.set(id, stored);
      const { source: saved, ignored } = await writeRecord(write, options, sender.save);
      const after = readValues(fields, saved);
      const members = new Map(stored.members);
      for (const each of changes) {
        const { name } = each.field;
        const text = textToUndo(each, ownOf(before, name), ownOf(after, name));
        if (text !== undefined) members.set(name, text);
      }
      note(changeBetween(collection, { ...stored, members }, saved, changed));
      sentTo.delete(id);
      if (ignored.length) throw savedWithout(ignored);
      const direct = changes.filter(({ how }) => how === 'set').map(({ field }) => field);
      for (const { name } of alteredFields(direct, sent, after)) altered.add(name);
      return 'done';
    },
    beforeResult: async ({ unanswered }) => {
      for (const saved of (await readBack(collection.id, unanswered, '')) ?? []) {
        const stored = sentTo.get(saved.record.id);
        if (!stored) continue;
        const sent = valuesAfter(changes, readValues(fields, stored));
        const after = readValues(fields, saved);
        // Another value is not known to be of this change.
        const made = fields.filter((each) =>
          isSameValue(each, ownOf(sent, each.name), ownOf(after, each.name)),
        );
        note(changeBetween(collection, stored, saved, made));
      }
      if (hasNewOwner(admin)) return undefined;
      return noted.length ? undoAction(noteChanges(collection, noted)) : undefined;
    },
    show: showChangedRecords,
  });
  if (altered.size)
    addToast('warning', `The backend stored other values than were typed: ${[...altered].join(', ')}.`);
  if (!outcome) return false;
  const { done, already, left } = outcome;
  return done.length + already.length + left.length === targets.ids.length;
}
