import { computed } from 'nanostores';
import { lossesOf } from '#domain/settings/import/losses.ts';
import { staleReferences } from '#domain/settings/import/references.ts';
import { $plan, $review } from './import.ts';
import { createLossCounts } from './loss-counts.ts';

/** What the reviewed import deletes or makes unfit; empty while nothing is reviewed. */
export const $losses = computed([$review, $plan], (review, plan) =>
  review && plan ? lossesOf(plan.existing, plan.imported, plan.mode) : [],
);

/** Rules and view queries that still use names which the reviewed import changes or removes. */
export const $staleReferences = computed([$review, $plan], (review, plan) =>
  review && plan ? staleReferences(plan.existing, plan.imported, plan.mode) : [],
);

/** The numbers of records of {@link $losses}, counted while the review is open. */
export const { $counts: $lossCounts, $isCounted } = createLossCounts($losses);
