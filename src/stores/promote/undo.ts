import { loadSettings, saveSettings } from '#api/app/settings.ts';
import { toApiError } from '#api/client.ts';
import { deleteCollection, updateCollection } from '#api/collections/collections.ts';
import { findRecords } from '#api/records/by-key.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { countRecords } from '#api/records/list.ts';
import { importCollections } from '#api/settings/sync.ts';
import { backends } from '#browser/backends.ts';
import { refusalReason } from '#domain/app/api-error.ts';
import { quoteText } from '#domain/app/filter.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { randomId } from '#domain/app/random-secret.ts';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import type { CollectionBody } from '#domain/collections/editor/body.ts';
import { type IndexTools, loadIndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { type KeptRecordChange, type KeptState, parseKept } from '#domain/promote/kept.ts';
import { inOrder } from '#domain/promote/patch.ts';
import { recordKey, withNamesOf } from '#domain/promote/record-differences.ts';
import { type SettingPath, settingAt, settingsAt, sharedPaths } from '#domain/promote/settings.ts';
import { changedFields } from '#domain/records/import/record-body.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { sourceOf } from '#domain/records/panel/record-source.ts';
import { readValues } from '#domain/records/panel/values.ts';
import { isSameCollection, isSameField } from '#domain/settings/import/changes.ts';
import { byId } from '#domain/settings/import/effective.ts';
import { lossesOf, lossQuestion } from '#domain/settings/import/losses.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  indexesOf,
  isView,
  type RawCollection,
  type RawField,
  withMember,
} from '#domain/settings/import/raw.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { revert } from '#stores/records/undo/records.ts';
import { $kept } from './apply.ts';
import { compare, readSnapshot } from './compare.ts';
import { type JobTools, runJob } from './job.ts';
import { forgetRecords } from './records.ts';
import { reportSide } from './sides.ts';

/** Requests at the same time. */
const PARALLEL = 8;
const CHANGED = 'Changed since by somebody else: it was left alone.';
const IN_USE = 'Other records that refer to it would be deleted: it was left alone.';
const HAS_RECORDS = 'It has records by now: it was left alone.';

const textMap = (texts: Readonly<Record<string, string>>) => new Map(Object.entries(texts));

/** Whether a record of another collection would be deleted with this one. */
async function isReferred(
  collection: Collection,
  id: string,
  all: readonly Collection[],
  { link }: JobTools,
): Promise<boolean> {
  for (const { collection: other, field } of schemaIndex(all).pointingTo(collection)) {
    if (other.type === 'view' || field.options['cascadeDelete'] !== true) continue;
    if (await countRecords(other.id, `${field.name}~${quoteText(id)}`, link)) return true;
  }
  return false;
}

/** A promoted record in a collection that still exists. */
interface Promoted extends KeptRecordChange {
  readonly collection: Collection;
  /** The collection as it was promoted. */
  readonly former: Collection;
}

/** Takes back how a record was changed; of one that was created, checks whether it may be deleted. Returns why not. */
async function takeBack(
  { collection, former, id, label, before, after }: Promoted,
  { link }: JobTools,
): Promise<string | undefined> {
  if (before) {
    const change = { id, collection: former, label, before: textMap(before), after: textMap(after) };
    return (await revert(change, collection, link)).join(' ') || undefined;
  }
  const query = { collection: collection.id, filter: `id=${quoteText(id)}`, fields: '' };
  const [found] = await findRecords(query, link);
  // Those that were not sent were empty: others have added them since.
  const fields = formFieldsOf(collection, false).filter(({ kind }) => kind !== 'file');
  const sent = readValues(fields, withNamesOf(sourceOf(id, textMap(after)), former, collection));
  return found && changedFields(fields, sent, found).length ? CHANGED : undefined;
}

/** What could not be done with some items, and why. */
type Reasons = ReadonlyMap<Promoted, string>;

/** Calls `succeed` with each record of which nothing is left to do, also because somebody else has deleted it. */
async function attemptAll(
  records: readonly Promoted[],
  attempt: (record: Promoted) => Promise<string | undefined>,
  succeed: (record: Promoted) => void,
  { stopped }: JobTools,
): Promise<Reasons> {
  const reasons = new Map<Promoted, string>();
  const attemptOne = async (record: Promoted) => {
    const reason = await attempt(record).catch((thrown: unknown) => {
      const error = toApiError(thrown);
      if (error.status === 404) return undefined;
      if (error.isAbort || error.status !== 400) throw error;
      return refusalReason(error);
    });
    if (reason) reasons.set(record, reason);
    else succeed(record);
  };
  await inParallel(records, PARALLEL, attemptOne, () => !stopped.aborted);
  return reasons;
}

/**
 * Takes back all records. Checks all of them before the first one is deleted, because that changes those which refer to
 * it. A record can't be deleted before those that refer to it, so they are deleted in rounds.
 */
async function undoRecords(kept: KeptState, all: readonly Collection[], tools: JobTools): Promise<void> {
  const { step, countOne, leave, link, stopped } = tools;
  const records = kept.records.flatMap((record) => {
    const isIts = ({ id }: Collection) => id === record.collectionId;
    const collection = all.find(isIts);
    const former = kept.recordCollections.find(isIts) ?? collection;
    return collection && former ? [{ ...record, collection, former }] : [];
  });
  step('Taking back records…', records.length);
  // Those that were created are only checked.
  const countReverted = ({ before }: Promoted) => before && countOne();
  const reasons = await attemptAll(records, (record) => takeBack(record, tools), countReverted, tools);
  const left = new Map(reasons);
  let waiting = records.filter((record) => !record.before && !reasons.has(record)).reverse();
  for (
    let before = Number.POSITIVE_INFINITY;
    waiting.length && waiting.length < before && !stopped.aborted;
  ) {
    before = waiting.length;
    const remove = async ({ collection, id }: Promoted) => {
      if (await isReferred(collection, id, all, tools)) return IN_USE;
      await deleteRecord(collection.id, id, link);
      return undefined;
    };
    const refused = await attemptAll(waiting, remove, countOne, tools);
    waiting = waiting.filter((record) => refused.has(record));
    if (waiting.length === before) for (const [record, reason] of refused) left.set(record, reason);
  }
  for (const [record, reason] of left)
    leave({ key: recordKey(record), label: record.label || record.id, reason });
}

/** Whether a collection is still as it was promoted; the backend derives the fields of a view. */
function isAs(promoted: RawCollection, now: RawCollection, tools: IndexTools): boolean {
  if (isView(promoted)) return isSameStructure({ ...promoted, schema: [] }, { ...now, schema: [] });
  const said = (one: RawCollection) => withMember(one, 'indexes', indexesOf(one).map(tools.indexMeaning));
  return isSameCollection(said(promoted), said(now));
}

/** The fields that a collection has got since. */
function addedFields(before: RawCollection, now: RawCollection): readonly RawField[] {
  const ids = new Set(fieldsOf(before).map(fieldId));
  return fieldsOf(now).filter((field) => !ids.has(fieldId(field)));
}

/** What the names of fields in the way begin with while their collection is taken back. */
const MOVED = 'added_';

/** Whether an undo ended after it gave a collection back what it had, and only promoted fields are still to be removed. */
function isHalfUndone(
  old: RawCollection,
  promoted: RawCollection,
  current: RawCollection,
  tools: IndexTools,
): boolean {
  const added = new Map(addedFields(old, promoted).map((field) => [fieldId(field), field]));
  const isStillAdded = (field: RawField) => {
    const sent = added.get(fieldId(field));
    const name = fieldName(field);
    if (!sent || (name !== fieldName(sent) && !name.startsWith(MOVED))) return false;
    return isSameField(withMember(sent, 'name', name), field);
  };
  const rest = fieldsOf(current).filter((field) => !isStillAdded(field));
  return isAs(old, withMember(current, 'schema', rest), tools);
}

/** A collection as it was, with the fields that were added since under other names if they took one of its names. */
function withRoom(old: RawCollection, current: RawCollection): RawCollection {
  const names = new Set(fieldsOf(old).map((field) => foldName(fieldName(field))));
  const inTheWay = addedFields(old, current).filter((field) => names.has(foldName(fieldName(field))));
  const moved = inTheWay.map((field) => withMember(field, 'name', MOVED + randomId()));
  return moved.length ? withMember(old, 'schema', [...fieldsOf(old), ...moved]) : old;
}

interface UndoneCollections {
  /** Get back what they had. */
  readonly restored: readonly RawCollection[];
  /** The same while they still have the fields that were added. */
  readonly imported: readonly RawCollection[];
  /** Those of the restored ones from which fields are removed. */
  readonly widened: readonly RawCollection[];
  /** Were created, and are deleted. */
  readonly created: readonly RawCollection[];
  readonly others: readonly RawCollection[];
}

function undoneCollections(
  { collections }: KeptState,
  stored: readonly RawCollection[],
  tools: IndexTools,
): UndoneCollections {
  const [now, before] = [byId(stored), byId(collections.before)];
  const present = collections.after.flatMap((after) => {
    const current = now.get(after.id);
    const old = before.get(after.id);
    const isUndone = current && old && isAs(old, current, tools);
    return current && !isUndone ? [{ after, current, old }] : [];
  });
  const same = present.filter(
    ({ after, current, old }) =>
      isAs(after, current, tools) || (old && isHalfUndone(old, after, current, tools)),
  );
  const hasMore = (old: RawCollection, current: RawCollection) =>
    !isView(old) && addedFields(old, current).length > 0;
  return {
    restored: same.flatMap(({ old }) => old ?? []),
    widened: same.flatMap(({ old, current }) => (old && hasMore(old, current) ? [old] : [])),
    imported: same.flatMap(({ old, current }) => (old ? [isView(old) ? old : withRoom(old, current)] : [])),
    created: same.flatMap(({ old, current }) => (old ? [] : [current])),
    others: present.filter((each) => !same.includes(each)).map(({ current }) => current),
  };
}

async function restoreCollections(
  { restored, imported, created, ...rest }: UndoneCollections,
  tools: JobTools,
): Promise<void> {
  const { link, step, leave } = tools;
  if (!restored.length && !created.length) return;
  step('Taking back collections…');
  let waiting = [...inOrder(created)].reverse();
  const removeCreated = async () => {
    for (let before = Number.POSITIVE_INFINITY; waiting.length && waiting.length < before; ) {
      before = waiting.length;
      const refused: RawCollection[] = [];
      for (const collection of waiting) {
        const isUsed = !isView(collection) && (await countRecords(collection.id, '', link)) > 0;
        if (isUsed) leave({ key: collection.id, label: collection.name, reason: HAS_RECORDS });
        else
          await deleteCollection(collection.id, link).catch((thrown: unknown) => {
            if (toApiError(thrown).status !== 400) throw thrown;
            refused.push(collection);
          });
      }
      waiting = refused;
    }
  };
  const send = (collections: readonly RawCollection[]) =>
    importCollections({ collections: inOrder(collections), deleteMissing: false }, link);
  // All names and rules at once; fields and collections that were added stay until nothing needs them.
  if (restored.length)
    await send(imported).catch(async (thrown: unknown) => {
      if (toApiError(thrown).status !== 400 || !created.length) throw thrown;
      // Rules and queries of new collections may name what gets its old name back.
      await removeCreated();
      await send(imported);
    });
  let widened = rest.widened.map((old) => ({ old, reason: '' }));
  const removeFields = async () => {
    const refused: typeof widened = [];
    for (const { old } of widened) {
      const { id, ...body } = old;
      await updateCollection(id, body as unknown as CollectionBody, link).catch((thrown: unknown) => {
        const error = toApiError(thrown);
        if (error.status !== 400) throw error;
        refused.push({ old, reason: refusalReason(error) });
      });
    }
    widened = refused;
  };
  await removeFields();
  await removeCreated();
  // Views that were created may read added fields, which may point to other collections that were created.
  if (widened.length) {
    await removeFields();
    await removeCreated();
  }
  // A save writes indexes in the backend's own form, an import as they are.
  const left = new Set(widened.map(({ old }) => old));
  const rewritten = rest.widened.filter((old) => !left.has(old) && indexesOf(old).length);
  if (rewritten.length) await send(rewritten);
  for (const { old, reason } of widened) leave({ key: old.id, label: old.name, reason });
  for (const { id, name } of waiting)
    leave({ key: id, label: name, reason: 'Other collections refer to it.' });
}

async function undoSettings({ settings }: KeptState, { link, step, leave }: JobTools): Promise<void> {
  const now = await loadSettings(link);
  const isAt = (values: unknown, path: SettingPath) =>
    isSameStructure(settingAt(now, path), settingAt(values, path));
  const paths = [...sharedPaths(settings.before, settings.after)];
  const changed = paths.filter((path) => !isAt(settings.before, path));
  const own = changed.filter((path) => isAt(settings.after, path));
  for (const path of changed.filter((each) => !own.includes(each)))
    leave({ key: path.join('.'), label: path.join('.'), reason: CHANGED });
  if (!own.length) return;
  step('Taking back settings…');
  await saveSettings(settingsAt(settings.before, own), link);
}

/** Asks about values and collections that the undo deletes; true if nothing is, or the user agrees. */
async function mayUndo(
  name: string,
  { restored, created }: UndoneCollections,
  stored: readonly RawCollection[],
  kept: KeptState,
) {
  const gone = new Set(created.map(({ id }) => id));
  const back = byId(restored);
  const after = stored.filter(({ id }) => !gone.has(id)).map((each) => back.get(each.id) ?? each);
  const losses = lossesOf(stored, after, { merge: false, deleteMissing: true });
  const deleted = kept.records.filter(({ before }) => !before).length;
  const lost = [lossQuestion(losses, new Map()), deleted && `Records that were created: ${deleted}`].filter(
    Boolean,
  );
  const backend = backends().find(({ url }) => url === kept.url);
  return confirm(`Do you really want to undo what was promoted to ${name}?`, {
    loss: lost.join('\n\n'),
    backend,
  });
}

/**
 * Gives a backend back what a promotion has replaced, unless somebody else has changed it since. Asks first. Records that
 * were created are deleted if they are still as promoted.
 */
export async function undoPromotion(kept: KeptState): Promise<void> {
  const target = backends().find(({ url }) => url === kept.url);
  if (!target) {
    addToast('error', 'This file belongs to a backend that is not in the list.');
    return;
  }
  try {
    const [{ collections }, tools] = await Promise.all([readSnapshot(target, {}), loadIndexTools()]);
    const undone = undoneCollections(kept, collections, tools);
    if (!(await mayUndo(target.name, undone, collections, kept))) return;
    const isDone = await runJob('undo', target, async (tools) => {
      await undoRecords(kept, collections.map(parseCollection), tools);
      if (!tools.stopped.aborted) await restoreCollections(undone, tools);
      if (!tools.stopped.aborted) await undoSettings(kept, tools);
      if (tools.stopped.aborted)
        return `Stopped. Not all that was promoted to ${target.name} was taken back.`;
      for (const { id, name } of undone.others) tools.leave({ key: id, label: name, reason: CHANGED });
      return `What was promoted to ${target.name} was taken back.`;
    });
    if (isDone) $kept.set(undefined);
  } catch (thrown) {
    reportSide(thrown);
    return;
  }
  forgetRecords();
  await compare();
}

/** Undoes the promotion of a file that was saved before it. */
export async function undoFile(file: Blob): Promise<void> {
  const kept = parseKept(await file.text().catch(() => ''));
  if (kept) await undoPromotion(kept);
  else addToast('error', 'This file was not saved before a promotion.');
}
