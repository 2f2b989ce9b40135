import { pagesByKey } from '#api/records/by-key.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { choiceFilter } from '#domain/collections/editor/changes.ts';
import { choicesOf } from '#domain/field-types/field-type.ts';
import { changeableFields, newChange } from '#domain/records/bulk/field-change.ts';
import type { ReplacedChoice } from '#stores/collections/editor/review.ts';
import { readForBulk } from './run.ts';
import { runChanges } from './run-changes.ts';
import { $bulk } from './state.ts';

const isFree = ({ state } = $bulk.get()): boolean => state !== 'busy' && state !== 'reading';

/** Waits until no other action reads or changes records. */
async function whenFree(): Promise<void> {
  do {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = $bulk.subscribe((bulk) => isFree(bulk) && resolve());
    await promise;
    stop();
    // Between reading and changing, an action is idle for a moment.
    await new Promise((done) => setTimeout(done));
  } while (!isFree());
}

/** Replaces choices in all records that hold them, like a change of selected ones, also to undo. Reports errors. */
export async function replaceChoices(collection: Collection, replaced: readonly ReplacedChoice[]) {
  const parts = changeableFields(collection).flatMap((field) => {
    const choices = choicesOf(field.field);
    const own = replaced.filter(
      ({ fieldId, from, to }) =>
        fieldId === field.field?.id && !choices.includes(from) && choices.includes(to),
    );
    return own.length ? [{ field, own }] : [];
  });
  if (!parts.length) return;
  await whenFree();
  const found = await readForBulk(collection, async (signal) => {
    const ids = new Set<string>();
    for (const { field, own } of parts)
      for (const { from } of own) {
        const { name: fieldName, isMultiple } = field;
        const filter = choiceFilter({ fieldName, isMultiple, value: from });
        const query = { collection: collection.id, filter, expand: '', fields: 'id' };
        for await (const page of pagesByKey(query, { signal }))
          for (const { record } of page) ids.add(record.id);
      }
    return ids;
  });
  if (!found?.size) return;
  const changes = parts.map(({ field, own }) => ({
    ...newChange(field, 'replace'),
    value: own.flatMap(({ from, to }) => [from, to]),
  }));
  const prepared = {
    collection,
    targets: { ids: [...found], filter: undefined },
    selection: { by: 'ids', ids: found, count: found.size },
  } as const;
  await runChanges(prepared, changes);
}
