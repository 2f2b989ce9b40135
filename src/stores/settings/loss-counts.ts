import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import type { CallOptions } from '#api/client.ts';
import { countRecords } from '#api/records/list.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { Loss, LossCounts } from '#domain/settings/import/losses.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';

/** Number of requests that count at a time. */
const PARALLEL = 4;
/** Maximum time for counting all, in ms. A count of a large collection may take seconds. */
const MAX_TIME = 20_000;

/** Creates the stores that count the records of losses in a backend. */
export function createLossCounts(
  $losses: ReadableAtom<readonly Loss[]>,
  optionsOf: () => CallOptions = () => ({}),
) {
  /**
   * The counts that are known so far: undefined for those that failed or took too long. The records are counted while
   * this store is used.
   */
  const $counts = atom<LossCounts>(new Map());

  async function count(losses: readonly Loss[], signal: AbortSignal): Promise<void> {
    const counts = new Map<Loss, number | undefined>();
    $counts.set(new Map());
    const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_TIME)]);
    const countOne = async (loss: Loss) => {
      const { collectionId, filter } = loss;
      if (filter === undefined) return;
      const options = { ...optionsOf(), signal: within };
      const records = await countRecords(collectionId, filter, options).catch(() => undefined);
      if (signal.aborted) return;
      counts.set(loss, records);
      $counts.set(new Map(counts));
    };
    await inParallel(losses, PARALLEL, countOne, () => !signal.aborted);
  }

  onMount($counts, () => {
    const counting = createLatest();
    const stop = $losses.subscribe((losses) => void count(losses, counting.begin()));
    return stopAll(stop, counting.abort);
  });

  /** Whether each loss that can be counted has its count, or has failed. */
  const $isCounted = computed([$losses, $counts], (losses, counts) =>
    losses.every((loss) => loss.filter === undefined || counts.has(loss)),
  );
  return { $counts, $isCounted };
}
