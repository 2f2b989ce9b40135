import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { findListedRecords } from '#api/records/pick.ts';
import { getRecord, saveRecord } from '#api/records/record.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { isObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { randomPassword } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { type FormValues, listOf } from '#domain/field-types/form-value.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import { ignoredNames, missingField, savedWithout } from '#domain/records/changed-collection.ts';
import { createBody, updateBody } from '#domain/records/panel/body.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { type RecordSource, sourceOf } from '#domain/records/panel/record-source.ts';
import { fieldMoves } from '#domain/records/panel/schema-change.ts';
import { readValues } from '#domain/records/panel/values.ts';
import type { KeptRecord, RecordChange } from '#domain/records/undo/kept.ts';
import { mergeUndo } from '#domain/records/undo/merge.ts';
import { restoredForm } from '#domain/records/undo/restored.ts';

const namesOf = (fields: readonly FormField[]): string[] => fields.map(({ name }) => name);

/** Values of a record to store. */
interface SentRecord {
  /** Id of the collection. */
  readonly collection: string;
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** What is stored now, undefined for a record to create. */
  readonly stored?: { readonly id: string; readonly values: FormValues };
}

const MISSING = 'validation_missing_rel_records';

/** The relations that a refusal names because they refer to records that do not exist. */
const refusedRelations = ({ body }: ApiError, fields: readonly FormField[]): FormField[] =>
  fields.filter(({ name, kind }) => {
    const problem = ownOf(body.data, name);
    return kind === 'relation' && isObject(problem) && problem['code'] === MISSING;
  });

/** The stored values without the texts that change, so that these are sent with their line breaks and milliseconds. */
function exactBase(fields: readonly FormField[], stored: FormValues, values: FormValues): FormValues {
  const isText = ({ kind }: FormField) => kind === 'text' || kind === 'editor' || kind === 'date';
  const changed = fields.filter(
    (field) => isText(field) && ownOf(stored, field.name) !== ownOf(values, field.name),
  );
  const names = new Set(namesOf(changed));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.has(name)));
}

function send({ collection, fields, values, stored }: SentRecord, options: CallOptions) {
  const parts = stored
    ? updateBody(fields, exactBase(fields, stored.values, values), values)
    : createBody(fields, values);
  return stored && !parts.length ? undefined : saveRecord({ collection, id: stored?.id, parts }, options);
}

/** What the backend has not stored of a record, as names of fields. */
interface Unsent {
  /** Relations without references to records that somebody else has deleted. */
  readonly dangling: readonly string[];
  /** Fields that the collection does not have any more: the backend ignores their values. */
  readonly ignored: readonly string[];
}

/** Names of the fields that a record lacks because the collection does not have them any more. */
const ignoredIn = (saved: RecordSource | undefined, fields: readonly FormField[]): readonly string[] =>
  saved ? ignoredNames(namesOf(fields.filter(({ field }) => field)), saved.record) : [];

/** Creates or updates a record, without references to records that somebody else has deleted. Throws ApiError. */
async function sendExisting(sent: SentRecord, options: CallOptions): Promise<Unsent> {
  try {
    return { dangling: [], ignored: ignoredIn(await send(sent, options), sent.fields) };
  } catch (thrown) {
    const refused = refusedRelations(toApiError(thrown), sent.fields);
    if (!refused.length) throw thrown;
    const found = await Promise.all(
      refused.map(async ({ name, field }) => {
        const ids = listOf(ownOf(sent.values, name));
        const query = {
          collection: String(field?.options['collectionId']),
          filter: '',
          expand: '',
          fields: 'id',
        };
        const existing = new Set((await findListedRecords(query, ids, options)).map(({ id }) => id));
        return [name, ids.filter((id) => existing.has(id))] as const;
      }),
    );
    const values = { ...sent.values, ...Object.fromEntries(found) };
    const ignored = ignoredIn(await send({ ...sent, values }, options), sent.fields);
    return { dangling: namesOf(refused), ignored };
  }
}

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
