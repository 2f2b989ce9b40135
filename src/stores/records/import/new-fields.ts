import { getCollection } from '#api/collections/collection.ts';
import { getSound } from '#api/collections/memory.ts';
import { deleteCollection, saveCollection } from '#api/collections/save.ts';
import { countRecords } from '#api/records/list.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import { fieldTypeLabel } from '#domain/field-types/labels.ts';
import { loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { type ColumnChoice, newCollection, withNewFields } from '#domain/records/import/choices.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { hideDeletedCollection, notifyOtherTabs, showSavedCollection } from '#stores/collections/list.ts';
import { firstParts } from '#wire/save-collection.ts';

const listed = (choices: readonly ColumnChoice[]): string =>
  choices
    .filter(({ use }) => use === 'new')
    .map(({ name, type }) => `${name} (${fieldTypeLabel(type)})`)
    .join(', ');

/** Asks, then adds the fields to a collection, or creates one of this name; undefined if declined. Throws ApiError. */
export async function addFields(
  into: Collection | string,
  choices: readonly ColumnChoice[],
  signal: AbortSignal,
): Promise<Collection | undefined> {
  const isNew = typeof into === 'string';
  const question = isNew
    ? `Create the collection ${into} with these fields?\n${listed(choices)}\nOnly administrators can use it until you set its rules.`
    : `Add these fields to ${into.name}?\n${listed(choices)}`;
  if (!(await confirm(question, { signal }))) return undefined;
  // Somebody else may have changed the collection meanwhile.
  const values = isNew
    ? newCollection(into, choices, firstParts('base'))
    : withNewFields(valuesOf(await getSound(into.id, { signal })), choices);
  const collection = toCollection(values, await loadIndexTools());
  const saved = await saveCollection(collection, { signal });
  showSavedCollection(saved);
  notifyOtherTabs();
  return saved;
}

/** Whether a collection has no records, and is as it was made: somebody else may have begun to use it. */
async function isUnused({ id, updated }: Collection): Promise<boolean> {
  const now = await getCollection(id);
  return now.updated === updated && (await countRecords(id, '')) === 0;
}

/** Says that a collection was made for an import that has filled nothing in, and removes it on request. */
export async function offerRemoval(made: Collection): Promise<void> {
  const question = `The collection ${made.name} was created for this import, and is empty. Do you want to remove it?`;
  // Without a response it stays, as it would without the question.
  if (!(await isUnused(made).catch(() => false)) || !(await confirm(question))) return;
  try {
    // The question may have been on screen for long.
    if (!(await isUnused(made))) return;
    await deleteCollection(made.id);
    hideDeletedCollection(made.id);
    notifyOtherTabs();
  } catch (thrown) {
    report(thrown);
  }
}
