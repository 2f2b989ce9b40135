import { type CallOptions, toApiError } from '#api/client.ts';
import { type ApiError, isOutcomeUnknown, refusalReason } from '#domain/app/api-error.ts';
import { batchesOf } from '#domain/app/batches.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { BulkAction } from '#domain/records/bulk/words.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import type { ToastAction } from '#stores/app/toasts.ts';
import { isFatal } from '../link.ts';
import type { RefusedRecord } from './state.ts';
import { readBatch, type Targets } from './targets.ts';

/** Number of parallel requests: enough to be quick, few enough for the backend, which writes one at a time. */
const PARALLEL = 8;
/** Records that are read at once, right before their turn. */
const BATCH = 50;

/** An action for many records. */
export interface BulkWork {
  readonly action: BulkAction;
  readonly collection: Collection;
  readonly targets: Targets;
  /**
   * The `fields` of each record to read right before its turn. Undefined reads nothing: then the records need not match
   * a filter.
   */
  readonly reads?: string | undefined;
  /** Called with the ids of the next records; returns why some of them must be left alone, by id. Throws ApiError. */
  readonly beforeBatch?: (
    ids: readonly string[],
    options: CallOptions,
  ) => Promise<ReadonlyMap<string, string>>;
  /**
   * Sends the request for one record, of which `source` was read; 'already' when there was nothing to do. Throws
   * ApiError.
   */
  readonly send: (
    id: string,
    source: RecordSource | undefined,
    options: CallOptions,
  ) => Promise<'done' | 'already'>;
  /** Called when it has ended, before the result is shown; notes what was done, and returns how the toast undoes it. */
  readonly beforeResult?: (outcome: Outcome) => ToastAction | undefined | Promise<ToastAction | undefined>;
  /** Shows the records that were done in the list. */
  readonly show?: (collectionId: string, ids: readonly string[]) => Promise<void>;
  /** The toast when every record was done. */
  readonly success?: string;
}

/** What became of the records; those in no list were not sent, or no response came. */
export interface Outcome {
  readonly done: string[];
  readonly already: string[];
  /** They did not match any more, or were deleted. */
  readonly left: string[];
  readonly refused: RefusedRecord[];
  /** They may have been deleted or changed: there was no response. */
  readonly unanswered: string[];
  /** An error that affects all records, such as an ended session. */
  fatal?: ApiError;
}

const NO_RESPONSE = 'No response: the change may have been stored all the same.';

interface Turn {
  readonly id: string;
  readonly source: RecordSource | undefined;
  /** Why it must be left alone. */
  readonly problem?: string | undefined;
}

/** The records one after another, each read right before its turn; `left` gets those that are not there. */
async function* turnsOf(work: BulkWork, left: string[], options: CallOptions): AsyncGenerator<Turn> {
  const { collection, targets, reads, beforeBatch } = work;
  for (const batch of batchesOf(targets.ids, BATCH)) {
    const query = { filter: targets.filter ?? '', fields: reads ?? '' };
    const found = reads === undefined ? [] : await readBatch(collection.id, batch, query, options);
    const byId = new Map(found.map((source) => [source.record.id, source]));
    const isThere = (id: string) => reads === undefined || byId.has(id);
    left.push(...batch.filter((id) => !isThere(id)));
    const ids = batch.filter(isThere);
    const problems = await beforeBatch?.(ids, options);
    for (const id of ids) yield { id, source: byId.get(id), problem: problems?.get(id) };
  }
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Labels of records that are not read. */
  readonly labels: ReadonlyMap<string, string>;
  /** Whether further records may be sent. */
  readonly mayGoOn: () => boolean;
  /** Called with the number of records of which the result is known. */
  readonly onProgress: (done: number) => void;
}

/** Sends the requests of an action, a few at a time, until all are sent or a fatal error; never throws. */
export async function sendAll(work: BulkWork, options: SendOptions): Promise<Outcome> {
  const { signal, labels, mayGoOn, onProgress } = options;
  const outcome: Outcome = { done: [], already: [], left: [], refused: [], unanswered: [] };
  const { done, already, left, refused } = outcome;

  const refuse = ({ id, source }: Turn, message: string) => {
    const label = source ? presentableText(source.record, work.collection) : labels.get(id);
    refused.push({ id, label: label ?? id, message });
  };
  const fail = (turn: Turn, error: ApiError) => {
    const isDelete = work.action === 'delete';
    // Already deleted, which is the goal of a delete.
    if (error.status === 404) (isDelete ? done : left).push(turn.id);
    else if (!isFatal(error)) refuse(turn, refusalReason(error));
    else {
      outcome.fatal ??= error;
      if (!error.isAbort && !isOutcomeUnknown(error)) return;
      outcome.unanswered.push(turn.id);
      // Unlike a delete, it must not be repeated unnoticed: what was added would be added twice.
      if (!isDelete) refuse(turn, NO_RESPONSE);
    }
  };
  const sendOne = async (turn: Turn) => {
    try {
      if (turn.problem) refuse(turn, turn.problem);
      else {
        const sent = await work.send(turn.id, turn.source, { signal });
        (sent === 'done' ? done : already).push(turn.id);
      }
    } catch (thrown) {
      fail(turn, toApiError(thrown));
    }
    onProgress(done.length + already.length + left.length + refused.length);
  };
  try {
    const turns = turnsOf(work, left, { signal });
    await inParallel(turns, PARALLEL, sendOne, () => !outcome.fatal && mayGoOn());
  } catch (thrown) {
    outcome.fatal ??= toApiError(thrown);
  }
  const placeOf = new Map(work.targets.ids.map((id, index) => [id, index]));
  // Responses come in any order.
  refused.sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0));
  return outcome;
}
