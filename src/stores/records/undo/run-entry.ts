import { toApiError } from '#api/client.ts';
import { type ApiError, isOutcomeUnknown, refusalReason } from '#domain/app/api-error.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { isObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import {
  type KeptRecord,
  keptKey,
  keyOf,
  referredKeys,
  relationsOf,
  withoutReferences,
} from '#domain/records/undo/kept.ts';
import { restoreSteps } from '#domain/records/undo/order.ts';
import { type JournalEntry, type LeftRecord, type RecordChange, updateEntry } from '../journal.ts';
import { isFatal } from '../link.ts';
import { createCollectionReader, findIgnored, recreate, revert } from './records.ts';

/** Number of parallel requests. */
const PARALLEL = 8;

const EXISTS = 'A record with this id exists again: it was left alone.';
const WITHOUT_TARGET = 'A record to which it refers was not brought back.';

const changeKey = ({ collection, id }: RecordChange) => keyOf(collection.id, id);

/** One undo of an entry: what is to do, what is done. The result is a function that does it, and never rejects. */
export function createRun(entry: JournalEntry, signal: AbortSignal) {
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
  let fatal: ApiError | undefined;

  const finishOne = (
    { id, label }: { id: string; label: string },
    reasons: readonly string[],
    counts: boolean,
  ) => {
    if (reasons.length) left.push({ id, label, reason: reasons.join(' '), isOver: true });
    if (counts) done += 1;
    updateEntry(entry.id, { undo: { state: 'busy', done, total } });
  };
  const attempt = async (record: { id: string; label: string }, work: () => Promise<void>) => {
    try {
      await work();
      return undefined;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (isFatal(error)) fatal ??= error;
      else left.push({ ...record, reason: refusalReason(error) });
      return error;
    }
  };

  const createOne = async (kept: KeptRecord, missing: ReadonlySet<string>) => {
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
      const { reasons, ignored } = await recreate(kept, collection, missing, { signal });
      succeed(reasons, missing, ignored);
    });
    if (!error) return;
    if (isOutcomeUnknown(error) || error.isAbort) toCreate.set(key, { ...kept, isSent: true });
    const idProblem = ownOf(error.body.data, 'id');
    // Another problem is an id of a length that no new record may have.
    const exists = isObject(idProblem) && idProblem['code'] === 'validation_invalid_id';
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

  const revertOne = async ([key, change]: readonly [string, RecordChange]) => {
    const ids = [...refused].map((one) => one.split(' ')[1] ?? '');
    if ([...change.before.values()].some((text) => ids.some((id) => text.includes(`"${id}"`)))) {
      left.push({ ...change, reason: WITHOUT_TARGET });
      return;
    }
    await attempt(change, async () => {
      const collection = await readAgain(change.collection.id);
      const reasons = await revert(change, collection, { signal });
      toRevert.delete(key);
      finishOne(change, reasons, !entry.deleted.length && !reasons.length);
    });
  };

  return async () => {
    const mayGoOn = () => !fatal && !signal.aborted;
    for (const { records, missing } of restoreSteps(entry.deleted)) {
      await inParallel(records, PARALLEL, (kept) => createOne(kept, missing), mayGoOn);
    }
    await inParallel([...toRevert], PARALLEL, revertOne, mayGoOn);
    const rest = { deleted: [...toCreate.values()], changes: [...toRevert.values()] };
    const isLeft = toCreate.size + toRevert.size > 0;
    return { rest, isLeft, done, total, left, fatal };
  };
}
