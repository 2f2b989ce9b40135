import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collection.ts';
import { getRecord, writeRecord } from '#api/records/record.ts';
import { type ApiError, refusalReason } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { relatedId, valuesOf } from '#domain/field-types/field-type.ts';
import { type FormValues, listOf, textOf, valueKind } from '#domain/field-types/form-value.ts';
import { ignoredNames, missingField, savedWithout } from '#domain/records/changed-collection.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { fieldMoves } from '#domain/records/panel/schema-change.ts';
import { randomPassword } from '#domain/records/panel/secret.ts';
import { createBody, readValues, updateBody } from '#domain/records/panel/values.ts';
import { sourceOf } from '#domain/records/record-source.ts';
import {
  type KeptRecord,
  keptKey,
  keyOf,
  type RecordChange,
  referredKeys,
  relationsOf,
  withoutReferences,
} from '#domain/records/undo/kept.ts';
import { mergeUndo, restoredForm, restoreSteps } from '#domain/records/undo/merge.ts';
import { openBatches } from '#stores/job/batch-settings.ts';
import type { Sender } from '#stores/job/batches.ts';
import type { JobRun } from '#stores/job/job.ts';
import { readMany } from '#stores/job/read-many.ts';
import { isFatal, mayBeStored } from '#stores/job/retry.ts';
import { type JournalEntry, type LeftRecord, updateEntry } from '../journal.ts';

const namesOf = (fields: readonly FormField[]): string[] => fields.map(({ name }) => name);

interface SentRecord {
  readonly collection: string;
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** What is stored now, undefined for a record to create. */
  readonly stored?: { readonly id: string; readonly values: FormValues };
  readonly sender: Sender;
}

/** With what sends the changes, which may be those of a batch. */
interface SendOptions extends CallOptions {
  readonly sender: Sender;
}

/** The relations that a refusal names because they refer to records that do not exist. */
const refusedRelations = ({ problems }: ApiError, fields: readonly FormField[]): FormField[] =>
  fields.filter(
    ({ name, kind }) =>
      kind === 'relation' && problems.some(({ path, reason }) => path === name && reason === 'dangling'),
  );

/** The stored values without the texts that change, so that these are sent with their line breaks and milliseconds. */
function exactBase(fields: readonly FormField[], stored: FormValues, values: FormValues): FormValues {
  const isText = ({ kind }: FormField) => kind === 'text' || kind === 'editor' || kind === 'date';
  const changed = fields.filter(
    (field) => isText(field) && ownOf(stored, field.name) !== ownOf(values, field.name),
  );
  const names = new Set(namesOf(changed));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.has(name)));
}

const ownNames = (fields: readonly FormField[]): string[] => namesOf(fields.filter(({ field }) => field));

/** Sends what differs; returns the names of the fields that the collection does not have any more. Throws ApiError. */
async function send({ collection, fields, values, stored, sender }: SentRecord, options: CallOptions) {
  const parts = stored
    ? updateBody(fields, exactBase(fields, stored.values, values), values)
    : createBody(fields, values);
  if (stored && !parts.length) return [];
  const write = { collection, id: stored?.id, parts, names: ownNames(fields) };
  return (await writeRecord(write, options, sender.save)).ignored;
}

/** Sends a record; returns the relations that lost references to deleted ones, and ignored fields. Throws ApiError. */
async function sendExisting(sent: SentRecord, options: CallOptions) {
  try {
    return { dangling: [] as string[], ignored: await send(sent, options) };
  } catch (thrown) {
    const refused = refusedRelations(toApiError(thrown), sent.fields);
    if (!refused.length) throw thrown;
    const found = await Promise.all(
      refused.map(async ({ name, field }) => {
        const ids = listOf(ownOf(sent.values, name));
        const existing = await readMany(relatedId(field) ?? '', ids, { fields: 'id' }, options);
        return [name, existing.map(({ record }) => record.id)] as const;
      }),
    );
    const values = { ...sent.values, ...Object.fromEntries(found) };
    const ignored = await send({ ...sent, values }, options);
    return { dangling: namesOf(refused), ignored };
  }
}

/** Reads the collections as they are now, each once. */
function createCollectionReader(options: CallOptions): (id: string) => Promise<Collection> {
  const known = new Map<string, Promise<Collection>>();
  return (id) => {
    const collection = known.get(id) ?? getCollection(id, options);
    known.set(id, collection);
    // Another try reads it anew.
    collection.catch(() => known.delete(id));
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
      .map(([former, { kind }]) => {
        const { added, toSend } = valueKind(kind);
        return [former, added === undefined ? 'null' : toSend(textOf(added), '')];
      }),
  );

/** Creates a deleted record without references to `missing`; returns what is lost, in words. Throws ApiError. */
async function recreate(
  kept: KeptRecord,
  collection: Collection,
  missing: ReadonlySet<string>,
  { sender, ...options }: SendOptions,
): Promise<{ readonly reasons: readonly string[]; readonly ignored: ReadonlyMap<string, string> }> {
  const password = randomPassword(collection);
  const { fields, values, lost } = restoredForm(kept, collection, { missing, password });
  const { dangling, ignored } = await sendExisting(
    { collection: collection.id, fields, values, sender },
    options,
  );
  return {
    reasons: [...listed(lost, GONE), ...listed(dangling, DANGLING)],
    ignored: ignoredTexts(kept, collection, (_, { name }) => ignored.includes(name)),
  };
}

/** The fields that a recreation without a response may have ignored: the renamed ones. Throws ApiError. */
async function findIgnored(kept: KeptRecord, collection: Collection, options: CallOptions) {
  const { record } = await getRecord(collection.id, kept.source.record.id, options);
  // The names of files that were stored are new.
  const hasFiles = ({ name, kind }: FormField) => kind === 'file' && valuesOf(record[name]).length > 0;
  return ignoredTexts(kept, collection, (former, field) => former !== field.name && !hasFiles(field));
}

/** Puts old values back unless somebody else has changed them; returns what is lost, in words. Throws ApiError. */
async function revert(
  { id, collection: former, before, after }: RecordChange,
  collection: Collection,
  { sender, ...options }: SendOptions,
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
  const [missing] = ignoredNames(ownNames(changed), source.record);
  if (missing !== undefined) throw missingField(missing);
  const theirs = readValues(fields, source);
  const merge = mergeUndo(changed, {
    base: valuesIn(before),
    mine: valuesIn(after),
    theirs,
  });
  const stored = { id, values: theirs };
  const sent = { collection: collection.id, fields: changed, values: merge.values, stored, sender };
  const { dangling, ignored } = await sendExisting(sent, options);
  if (ignored.length) throw savedWithout(ignored);
  const gone = [...before.keys()].filter((name) => !moves.has(name));
  return [
    ...listed(merge.othersChanged, 'changed since by somebody else.'),
    ...listed(merge.withoutFiles, 'removed files can’t be brought back.'),
    ...listed(gone, GONE),
    ...listed(dangling, DANGLING),
  ];
}

const EXISTS = 'A record with this id exists again: it was left alone.';
const WITHOUT_TARGET = 'A record to which it refers was not brought back.';

type Named = Pick<LeftRecord, 'id' | 'label'>;

const changeKey = ({ collection, id }: RecordChange) => keyOf(collection.id, id);

/** One undo of an entry: what is to do, what is done. The result is a function that does it, and never rejects. */
export function createRun(entry: JournalEntry, run: JobRun) {
  const { signal } = run;
  const toCreate = new Map(entry.deleted.map((kept) => [keptKey(kept), kept]));
  const toRevert = new Map(entry.changes.map((change) => [changeKey(change), change]));
  const readCollection = createCollectionReader({ signal });
  // A field may be renamed while records are created.
  const readAgain = createCollectionReader({ signal });
  const left: LeftRecord[] = [];
  /** Keys of the records that do not exist because the backend refused them. */
  const refused = new Set<string>();
  const total = toCreate.size || toRevert.size;
  let done = 0;

  const finishOne = ({ id, label }: Named, reasons: readonly string[], counts: boolean) => {
    if (reasons.length) left.push({ id, label, reason: reasons.join(' '), isOver: true });
    if (counts) done += 1;
    updateEntry(entry.id, { undo: { state: 'busy', done, total } });
  };
  const attempt = async (record: Named, work: () => Promise<void>) => {
    const error = await run.attempt(work);
    if (error && !isFatal(error)) left.push({ ...record, reason: refusalReason(error) });
    return error;
  };

  const createOne = async (kept: KeptRecord, missing: ReadonlySet<string>, sender: Sender) => {
    const [key, record] = [keptKey(kept), { id: kept.source.record.id, label: kept.label }];
    if (withoutReferences(kept, refused)) {
      refused.add(key);
      left.push({ ...record, reason: WITHOUT_TARGET });
      return;
    }
    const succeed = (
      reasons: readonly string[],
      notSent = missing,
      ignored: ReadonlyMap<string, string> = new Map(),
    ) => {
      toCreate.delete(key);
      const later = withoutReferences(kept, notSent);
      const { collection, source } = kept;
      const before = [...ignored.keys()].map((name) => [name, source.members.get(name) ?? ''] as const);
      if (later || ignored.size)
        toRevert.set(key, {
          ...{ ...record, collection },
          before: new Map([...(later?.before ?? []), ...before]),
          after: new Map([...(later?.after ?? []), ...ignored]),
        });
      finishOne(record, reasons, true);
    };
    const error = await attempt(record, async () => {
      const collection = await readCollection(kept.collection.id);
      const { reasons, ignored } = await recreate(kept, collection, missing, { signal, sender });
      succeed(reasons, missing, ignored);
    });
    if (!error) return;
    if (mayBeStored(error)) toCreate.set(key, { ...kept, isSent: true });
    // Another problem is an id of a length that no new record may have.
    const exists = error.problems.some(({ path, reason }) => path === 'id' && reason === 'taken');
    if (!isFatal(error) && !exists) refused.add(key);
    if (!exists) return;
    left.pop();
    // The request before was stored, although its response was lost; it may have left out values and other references.
    if (kept.isSent)
      await attempt(record, async () => {
        const ignored = await findIgnored(kept, await readCollection(kept.collection.id), { signal });
        const referred = relationsOf(kept.collection).flatMap((field) => referredKeys(field, kept));
        succeed([], new Set(referred), ignored);
      });
    else left.push({ ...record, reason: EXISTS });
  };

  const revertOne = async ([key, change]: readonly [string, RecordChange], sender: Sender) => {
    const ids = [...refused].map((one) => one.split(' ')[1] ?? '');
    if ([...change.before.values()].some((text) => ids.some((id) => text.includes(`"${id}"`)))) {
      left.push({ ...change, reason: WITHOUT_TARGET });
      return;
    }
    await attempt(change, async () => {
      const collection = await readAgain(change.collection.id);
      const reasons = await revert(change, collection, { signal, sender });
      toRevert.delete(key);
      finishOne(change, reasons, !entry.deleted.length && !reasons.length);
    });
  };

  return async () => {
    // What can be brought back is, whatever is chosen for other work.
    const batches = total > 1 ? await openBatches({ signal, refused: 'skip' }) : undefined;
    for (const { records, missing } of restoreSteps(entry.deleted))
      await run.each(records, (kept, sender) => createOne(kept, missing, sender), batches);
    await run.each([...toRevert], revertOne, batches);
    const rest = { deleted: [...toCreate.values()], changes: [...toRevert.values()] };
    const isLeft = toCreate.size + toRevert.size > 0;
    return { rest, isLeft, done, total, left };
  };
}
