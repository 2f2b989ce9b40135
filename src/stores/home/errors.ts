import { backendNow } from '#api/clock.ts';
import { findLogs, loadLogStats } from '#api/logs/logs.ts';
import { ownReferer } from '#browser/backends.ts';
import { dayOf, errorsFilter } from '#domain/home/errors.ts';
import { sumOf } from '#domain/logs/levels.ts';
import { $zone } from '#stores/app/zone.ts';
import { newestLogs, ownFilter } from '#wire/logs.ts';
import { createCard } from './cards.ts';

const MAX_SHOWN = 5;

/** The errors since midnight in the chosen zone, without those of Atoll's own requests. */
export const errorsCard = createCard(async (signal) => {
  const day = dayOf(backendNow(), $zone.get());
  const filter = errorsFilter(day, ownFilter(ownReferer()));
  const [hours, newest] = await Promise.all([
    loadLogStats(filter, { signal }),
    findLogs({ page: 1, perPage: MAX_SHOWN, sort: newestLogs(), filter }, { signal }),
  ]);
  return { day, count: sumOf(hours), newest };
});
