import type { CallOptions } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { getRecord } from '#api/records/record.ts';
import { randomPassword } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import { savedWithout } from '#domain/records/changed-collection.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { sourceOf } from '#domain/records/panel/record-source.ts';
import { fieldMoves } from '#domain/records/panel/schema-change.ts';
import { readValues } from '#domain/records/panel/values.ts';
import type { KeptRecord, RecordChange } from '#domain/records/undo/kept.ts';
import { mergeUndo } from '#domain/records/undo/merge.ts';
import { restoredForm } from '#domain/records/undo/restored.ts';
import { sendExisting } from './send.ts';

/** Reads the collections as they are now, each once. */
export function createCollectionReader(options: CallOptions): (id: string) => Promise<Collection> {
  const known = new Map<string, Promise<Collection>>();
  return (id) => {
    const collection = known.get(id) ?? getCollection(id, options);
    known.set(id, collection);
    return collection;
  };
}

const listed = (names: readonly string[], text: string): string[] =>
  names.length ? [`${names.join(', ')}: ${text}`] : [];

const GONE = 'the collection no longer has this field.';
const DANGLING = 'without references to records that no longer exist.';

/**
 * Creates a deleted record again, without references to `missing`. Returns what does not come back, in words, and which
 * fields were renamed meanwhile: their former names, and the JSON texts of what is stored instead. Throws ApiError.
 */
export async function recreate(
  kept: KeptRecord,
  collection: Collection,
  missing: ReadonlySet<string>,
  options: CallOptions,
): Promise<{ readonly reasons: readonly string[]; readonly ignored: ReadonlyMap<string, string> }> {
  const password = randomPassword();
  const { fields, values, lost } = restoredForm(kept, collection, { missing, password });
  const { dangling, ignored } = await sendExisting({ collection: collection.id, fields, values }, options);
  const moves = fieldMoves(formFieldsOf(kept.collection, true), fields);
  return {
    reasons: [...listed(lost, GONE), ...listed(dangling, DANGLING)],
    ignored: new Map(
      [...moves]
        .filter(([, { name }]) => ignored.includes(name))
        .map(([name, { kind }]) => [name, String(valueKind(kind).added ?? null)]),
    ),
  };
}

/**
 * Gives the changed fields of a record their old values, unless somebody else has changed them since. Returns what does
 * not come back, in words; throws ApiError.
 */
export async function revert(
  { id, collection: former, before, after }: RecordChange,
  collection: Collection,
  options: CallOptions,
): Promise<string[]> {
  const fields = formFieldsOf(collection, false);
  // A field keeps its id when it is renamed, and another one may have its name now.
  const moves = fieldMoves(formFieldsOf(former, false), fields);
  const changed = [...before.keys()].flatMap((name) => moves.get(name) ?? []);
  const valuesIn = (texts: ReadonlyMap<string, string>) => {
    const moved = [...texts].map(([name, text]) => [moves.get(name)?.name ?? '', text] as const);
    return readValues(changed, sourceOf(id, new Map(moved)));
  };
  const theirs = readValues(fields, await getRecord(collection.id, id, options));
  const merge = mergeUndo(changed, {
    base: valuesIn(before),
    mine: valuesIn(after),
    theirs,
  });
  const stored = { id, values: theirs };
  const sent = { collection: collection.id, fields: changed, values: merge.values, stored };
  const { dangling, ignored } = await sendExisting(sent, options);
  if (ignored.length) throw savedWithout(ignored);
  return [
    ...listed(merge.othersChanged, 'changed since by somebody else.'),
    ...listed(merge.withoutFiles, 'removed files can’t be brought back.'),
    ...listed(
      [...before.keys()].filter((name) => !moves.has(name)),
      GONE,
    ),
    ...listed(dangling, DANGLING),
  ];
}
