import { toApiError } from '#api/client.ts';
import { type BatchPart, deleteInBatch, saveInBatch, sendBatch } from '#api/records/batch.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { saveRecord } from '#api/records/record.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { WhenRefused } from '#domain/app/batch-settings.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { addToast } from '#stores/app/toasts.ts';
import { isSessionEnd } from './retry.ts';

/** Number of parallel requests: enough to be quick, few enough for the backend, which writes one at a time. */
export const PARALLEL = 8;

/** What sends the changes of a part of a job: each by itself, or together with those of the other parts of its group. */
export interface Sender {
  readonly save: typeof saveRecord;
  readonly delete: typeof deleteRecord;
  /** The same object for all whose changes are sent together, in the order of the parts. */
  readonly group?: object;
}

export const ONE_BY_ONE: Sender = { save: saveRecord, delete: deleteRecord };

export interface BatchRules {
  /** Changes in a batch, at most; fewer once that was too much. */
  readonly maxRequests: number;
  /** Bytes of a batch, at most. */
  readonly maxBytes: number;
  readonly refused: WhenRefused;
  /** Whether a refusal is none for this job, such as that of a record which is deleted already. */
  readonly ignores?: (error: ApiError) => boolean;
}

const notSent = (why: string): ApiError => {
  const message = `Not sent: ${why}`;
  return new ApiError({ status: 400, text: message, message });
};
const HELD = 'its batch was held, because another one in it was refused.';
const OFF = 'batch requests were switched off meanwhile.';

/** A change that waits for the others of its group. */
interface Waiting {
  readonly place: number;
  readonly part: BatchPart<unknown>;
  readonly signal: AbortSignal | undefined;
  /** Sends it by itself. */
  readonly alone: () => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

const rejectAll = (all: readonly Waiting[], error: ApiError): void => {
  for (const { reject } of all) reject(error);
};

const sizeOf = ({ part }: Waiting): number => new Blob([JSON.stringify(part.request)]).size;

/** Whether a batch itself was too large, or took too long: nothing of it is stored. */
const isTooMuch = ({ status }: ApiError): boolean => status === 413 || status === 400;

/** How batches are sent; throws nothing, because each change gets its own answer or error. */
function createTransport({ maxBytes, refused, ignores = () => false, ...rules }: BatchRules) {
  let { maxRequests } = rules;
  let isOff = false;

  function turnOff(): void {
    if (!isOff)
      addToast(
        'warning',
        refused === 'hold' ? `Stopped: ${OFF}` : `B${OFF.slice(1)} The rest is sent one by one.`,
      );
    isOff = true;
  }

  async function sendAlone({ alone, resolve, reject }: Waiting): Promise<void> {
    await alone().then((result) => resolve(result as never), reject);
  }

  /** Sends a batch until its outcome is known, or it got no answer. */
  async function sendOne(all: readonly Waiting[]): Promise<void> {
    let rest = all;
    while (rest.length) {
      const [first] = rest;
      if (isOff && refused === 'hold') return rejectAll(rest, notSent(OFF));
      if (isOff || rest.length === 1) {
        // Later ones may refer to earlier ones.
        for (const one of rest) await sendAlone(one);
        return;
      }
      try {
        const outcome = await sendBatch(
          rest.map(({ part }) => part.request),
          first?.signal ? { signal: first.signal } : {},
        );
        if ('answers' in outcome) return settle(rest, outcome.answers);
        const { error, refused: at } = outcome;
        const bad = rest[at];
        if (!bad || isSessionEnd(error)) return rejectAll(rest, error);
        bad.reject(error);
        rest = rest.filter((one) => one !== bad);
        if (refused === 'hold' && !ignores(error)) return rejectAll(rest, notSent(HELD));
      } catch (thrown) {
        const error = toApiError(thrown);
        // Nobody who may not change records gets that far; without the session each one fails by itself.
        if (error.status === 403 || error.status === 404) turnOff();
        else if (isTooMuch(error)) {
          maxRequests = Math.min(maxRequests, Math.ceil(rest.length / 2));
          // Each one may find that less is too much, too.
          for (let part: readonly Waiting[]; rest.length > maxRequests; rest = rest.slice(part.length)) {
            part = rest.slice(0, maxRequests);
            await sendOne(part);
          }
        } else return rejectAll(rest, error);
      }
    }
  }

  function settle(
    all: readonly Waiting[],
    answers: readonly Parameters<BatchPart<unknown>['read']>[0][],
  ): void {
    for (const [at, { part, resolve, reject }] of all.entries()) {
      const answer = answers[at];
      try {
        if (answer) resolve(part.read(answer) as never);
      } catch (thrown) {
        reject(toApiError(thrown));
      }
    }
  }

  return {
    size: () => maxRequests,
    isOff: () => isOff,
    /** Sends changes in their order, in as few batches as the limits allow. */
    send: async (all: readonly Waiting[]): Promise<void> => {
      let [batch, bytes] = [[] as Waiting[], 0];
      for (const one of all) {
        const size = sizeOf(one);
        if (batch.length === maxRequests || (batch.length && bytes + size > maxBytes)) {
          await sendOne(batch);
          [batch, bytes] = [[], 0];
        }
        batch.push(one);
        bytes += size;
      }
      await sendOne(batch);
    },
  };
}

/** Parts whose changes are sent together, when each of them has one or is done; those that come again, too. */
function createGroup(count: number, transport: ReturnType<typeof createTransport>) {
  const group = {};
  let active = count;
  let isSending = false;
  let waiting: Waiting[] = [];

  async function sendIfAll(): Promise<void> {
    while (!isSending && waiting.length && waiting.length === active) {
      const all = waiting.sort((a, b) => a.place - b.place);
      [isSending, waiting] = [true, []];
      await transport.send(all);
      isSending = false;
    }
  }

  const join = <T>(
    place: number,
    part: BatchPart<T>,
    alone: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ place, part, alone, signal, resolve, reject });
      void sendIfAll();
    });

  return {
    senderAt: (place: number): Sender => ({
      group,
      save: (record, options = {}) => {
        const part = saveInBatch(record);
        const alone = () => saveRecord(record, options);
        return part ? join(place, part, alone, options.signal) : alone();
      },
      delete: (collection, id, options = {}) =>
        join(
          place,
          deleteInBatch(collection, id),
          () => deleteRecord(collection, id, options),
          options.signal,
        ),
    }),
    leave: (): void => {
      active--;
      void sendIfAll();
    },
  };
}

const refuse = async () => {
  throw notSent(OFF);
};
/** For those who want all of a batch or nothing, when there are none any more. */
const REFUSING: Sender = { save: refuse, delete: refuse };

/**
 * The one way to send the changes of a job in batches, of which each is stored as a whole or not at all. Which change was
 * refused is known to its part, which gets the error; a batch without an answer is an error of all its parts, and when
 * they send again, they are one batch again. Files are sent by themselves, and what is left of a batch with one change.
 */
export function createBatches(rules: BatchRules) {
  const transport = createTransport(rules);
  return {
    /** Does the parts in groups, each after the one before, while `mayGoOn()`; rejects with the first error of a part. */
    each: async <Part>(
      parts: Iterable<Part> | AsyncIterable<Part>,
      work: (part: Part, sender: Sender) => Promise<void>,
      mayGoOn: () => boolean,
    ): Promise<void> => {
      const source = (async function* () {
        yield* parts;
      })();
      const groups = (async function* () {
        for (let isDone = false; !isDone; ) {
          const group: Part[] = [];
          while (!isDone && group.length < transport.size()) {
            const next = await source.next();
            if (next.done) isDone = true;
            else group.push(next.value);
          }
          if (group.length) yield group;
        }
      })();
      const workAll = async (all: readonly Part[]) => {
        const group = createGroup(all.length, transport);
        const ended = await Promise.allSettled(
          all.map((part, place) => work(part, group.senderAt(place)).finally(group.leave)),
        );
        const failed = ended.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      };
      try {
        await inParallel(groups, 1, workAll, () => mayGoOn() && !transport.isOff());
        const sender = rules.refused === 'hold' ? REFUSING : ONE_BY_ONE;
        if (transport.isOff()) await inParallel(source, PARALLEL, (part) => work(part, sender), mayGoOn);
      } finally {
        await source.return();
      }
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
