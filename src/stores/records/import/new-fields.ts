import {
  createCollection,
  deleteCollection,
  getCollection,
  updateCollection,
} from '#api/collections/collections.ts';
import { countRecords } from '#api/records/list.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { requestBody } from '#domain/collections/editor/body.ts';
import { loadIndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { type CollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import { fieldTypeLabel } from '#domain/field-types/labels.ts';
import { type ColumnChoice, newCollection, withNewFields } from '#domain/records/import/choices.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { hideDeletedCollection, notifyOtherTabs, showSavedCollection } from '#stores/collections/list.ts';

const listed = (choices: readonly ColumnChoice[]): string =>
  choices
    .filter(({ use }) => use === 'new')
    .map(({ name, type }) => `${name} (${fieldTypeLabel(type)})`)
    .join(', ');

/** Saves a collection; `id` of an existing one. Throws ApiError. */
async function save(values: CollectionValues, signal: AbortSignal, id?: string): Promise<Collection> {
  const body = requestBody(values, await loadIndexTools());
  const saved = await (id ? updateCollection(id, body, { signal }) : createCollection(body, { signal }));
  showSavedCollection(saved);
  notifyOtherTabs();
  return saved;
}

/** Asks, then adds the new fields; undefined when the user declines. Throws ApiError. */
export async function addFields(
  { id, name }: Collection,
  choices: readonly ColumnChoice[],
  signal: AbortSignal,
): Promise<Collection | undefined> {
  const question = `Add these fields to ${name}?\n${listed(choices)}`;
  if (!(await confirm(question, { signal }))) return undefined;
  // Somebody else may have changed the collection meanwhile.
  return save(withNewFields(valuesOf(await getCollection(id, { signal })), choices), signal, id);
}

/** Asks, then creates a collection with the new fields; undefined when the user declines. Throws ApiError. */
export async function addCollection(
  name: string,
  choices: readonly ColumnChoice[],
  signal: AbortSignal,
): Promise<Collection | undefined> {
  const question = `Create the collection ${name} with these fields?\n${listed(choices)}\nOnly administrators can use it until you set its rules.`;
  if (!(await confirm(question, { signal }))) return undefined;
  return save(newCollection(name, choices), signal);
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
