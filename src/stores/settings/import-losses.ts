import { atom, computed, onMount } from 'nanostores';
import { countRecords } from '#api/records/list.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { type Loss, type LossCounts, lossesOf } from '#domain/settings/import/losses.ts';
import { createLatest } from '#stores/base/latest.ts';
import { $plan, $review } from './import.ts';

/** Number of requests that count at a time. */
const PARALLEL = 4;
/** Maximum time for counting all, in ms. A count of a large collection may take seconds. */
const MAX_TIME = 20_000;

/** What the reviewed import deletes or makes unfit; empty while nothing is reviewed. */
export const $losses = computed([$review, $plan], (review, plan) =>
  review && plan ? lossesOf(plan.existing, plan.imported, plan.mode) : [],
);

/**
 * The counts of {@link $losses} that are known so far: undefined for those that failed or took too long. The records
 * are counted while this store is used and the review is open.
 */
export const $lossCounts = atom<LossCounts>(new Map());

/** Whether each loss that can be counted has its count, or has failed. */
export const $isCounted = computed([$losses, $lossCounts], (losses, counts) =>
  losses.every((loss) => loss.filter === undefined || counts.has(loss)),
);

async function count(losses: readonly Loss[], signal: AbortSignal): Promise<void> {
  const counts = new Map<Loss, number | undefined>();
  $lossCounts.set(new Map());
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_TIME)]);
  const countOne = async (loss: Loss) => {
    const { collectionId, filter } = loss;
    if (filter === undefined) return;
    const records = await countRecords(collectionId, filter, { signal: within }).catch(() => undefined);
    if (signal.aborted) return;
    counts.set(loss, records);
    $lossCounts.set(new Map(counts));
  };
  await inParallel(losses, PARALLEL, countOne, () => !signal.aborted);
}

onMount($lossCounts, () => {
  const counting = createLatest();
  const stop = $losses.subscribe((losses) => void count(losses, counting.begin()));
  return () => {
    stop();
    counting.abort();
  };
});
