import type { CallOptions } from '#api/client.ts';
import type { Changed } from '#domain/records/import/choices.ts';
import { type Link, readSurely } from '#stores/job/retry.ts';

/** How long a collection counts as unchanged after it was read, in ms. */
const LOOK_MS = 500;

/** A change of a collection that rows were sent to. */
export interface ChangedMeanwhile extends Changed {
  /** Numbers of the rows that were sent since the collection was read before: they may be in other fields. */
  readonly rows: readonly number[];
}

/** Watches the collection of a running import: what has changed by `look` is passed to `onChange`. */
export function createWatch(
  look: (options: CallOptions) => Promise<Changed | undefined>,
  onChange: (changed: ChangedMeanwhile) => void,
) {
  let lookedAt = 0;
  let version = 0;
  let changes = 0;
  let looking: Promise<boolean> | undefined;
  /** Numbers of the rows without a response, and of all that were sent since the collection was read. */
  const inFlight = new Set<number>();
  let sent = new Set<number>();

  async function read(link: Link): Promise<Changed | undefined> {
    const changed = await readSurely(() => look(link), link);
    lookedAt = Date.now();
    return changed;
  }

  /** Reads the collection again; whether it has changed. Throws ApiError. */
  async function check(link: Link): Promise<boolean> {
    const before = sent;
    sent = new Set(inFlight);
    const changed = await read(link).catch((thrown: unknown) => {
      sent = before.union(sent);
      throw thrown;
    });
    if (changed) {
      version++;
      changes++;
      onChange({ ...changed, rows: [...before.union(sent)].sort((a, b) => a - b) });
    }
    return changed !== undefined;
  }

  return {
    /** Another one means that rows have to be decided anew. */
    version: () => version,
    changes: () => changes,
    /** Makes decisions outdated, for example after a pause. */
    expire: (): void => {
      version++;
      lookedAt = 0;
    },
    isDue: () => Date.now() - lookedAt >= LOOK_MS,
    makeDue: (): void => {
      lookedAt = 0;
    },
    /** Reads the collection before the first row; what has changed is not passed on. Throws ApiError. */
    start: (link: Link): Promise<Changed | undefined> => {
      sent = new Set();
      return read(link);
    },
    check: (link: Link): Promise<boolean> => (looking ??= check(link).finally(() => (looking = undefined))),
    hasSent: () => sent.size > 0,
    sending: async <T>(number: number, send: () => Promise<T>): Promise<T> => {
      inFlight.add(number);
      sent.add(number);
      try {
        return await send();
      } finally {
        inFlight.delete(number);
      }
    },
  };
}
