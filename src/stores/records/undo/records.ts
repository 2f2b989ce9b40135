import type { CallOptions } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { getRecord } from '#api/records/record.ts';
import { randomPassword } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import { missingField, savedWithout } from '#domain/records/changed-collection.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { sourceOf } from '#domain/records/panel/record-source.ts';
import { fieldMoves } from '#domain/records/panel/schema-change.ts';
import { readValues } from '#domain/records/panel/values.ts';
import type { KeptRecord, RecordChange } from '#domain/records/undo/kept.ts';
import { mergeUndo } from '#domain/records/undo/merge.ts';
import { restoredForm } from '#domain/records/undo/restored.ts';
import { ignoredIn, sendExisting } from './send.ts';

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

/** The former names of some fields of a deleted record, and the JSON texts of what is stored when they are not sent. */
const ignoredTexts = (
  kept: KeptRecord,
  collection: Collection,
  isIgnored: (former: string, field: FormField) => boolean,
): ReadonlyMap<string, string> =>
  new Map(
    [...fieldMoves(formFieldsOf(kept.collection, true), formFieldsOf(collection, true))]
      .filter(([former, field]) => isIgnored(former, field))
      .map(([former, { kind }]) => [former, String(valueKind(kind).added ?? null)]),
  );

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
  return {
    reasons: [...listed(lost, GONE), ...listed(dangling, DANGLING)],
    ignored: ignoredTexts(kept, collection, (_, { name }) => ignored.includes(name)),
  };
}

/**
 * Which fields may have been ignored of a record that was created again without a response, as `ignored` of
 * {@link recreate}: those that were renamed. Throws ApiError.
 */
export async function findIgnored(
  kept: KeptRecord,
  collection: Collection,
  options: CallOptions,
): Promise<ReadonlyMap<string, string>> {
  const { record } = await getRecord(collection.id, kept.source.record.id, options);
  // The names of files that were stored are new.
  const hasFiles = ({ name, kind }: FormField) => kind === 'file' && valuesOf(record[name]).length > 0;
  return ignoredTexts(kept, collection, (former, field) => former !== field.name && !hasFiles(field));
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
  const source = await getRecord(collection.id, id, options);
  // A field that was renamed since the collection was read is not one that somebody has emptied.
  const [missing] = ignoredIn(source, changed);
  if (missing !== undefined) throw missingField(missing);
  const theirs = readValues(fields, source);
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
