import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import type { CallOptions } from '#api/client.ts';
import { countRecords } from '#api/records/list.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { Reference } from '#domain/collections/editor/references.ts';
import { type Loss, type LossCounts, lossesOf, staleReferences } from '#domain/settings/import/losses.ts';
import type { Outcome } from '#domain/settings/import/outcome.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';

const PARALLEL = 4;
/** Maximum time for counting all, in ms. A count of a large collection may take seconds. */
const MAX_TIME = 20_000;

/** What an import does to stored data and to rules. */
export interface Impact {
  readonly losses: readonly Loss[];
  /** The counts that are known so far: undefined for those that failed or took too long. */
  readonly counts: LossCounts;
  /** Whether each loss that can be counted has its count, or has failed. */
  readonly isCounted: boolean;
  /** Rules and view queries that still use names which the import changes or removes. */
  readonly references: readonly Reference[];
}

/** Creates the store of the impact of an import in a backend, whose records are counted while it is used. */
export function createImpact(
  $outcome: ReadableAtom<Outcome | undefined>,
  optionsOf: () => CallOptions = () => ({}),
): ReadableAtom<Impact> {
  const $losses = computed($outcome, (outcome) => (outcome ? lossesOf(outcome) : []));
  const $references = computed($outcome, (outcome) => (outcome ? staleReferences(outcome) : []));
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

  return computed([$losses, $counts, $references], (losses, counts, references) => {
    const isCounted = losses.every((loss) => loss.filter === undefined || counts.has(loss));
    return { losses, counts, isCounted, references };
  });
}
