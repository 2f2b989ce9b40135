import { atom, computed } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { formatStored } from '#domain/app/date.ts';
import type { RateRule } from '#domain/backend/settings.ts';
import { spanFilter } from '#domain/logs/span.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { isListed } from '#domain/settings/addresses.ts';
import type { ApplicationValues } from '#domain/settings/application.ts';
import { forecastRates, metRule, type RateCaller, type RateRequest } from '#domain/settings/rate-search.ts';
import { can } from '#stores/app/capabilities.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLogReading, type ReadingPlan } from '#stores/logs/reading.ts';
import { newestLogs } from '#wire/logs.ts';
import { limitedRequests, RATE_FIELDS, rateTarget, readRateRequest } from '#wire/rate-search.ts';
import { applicationForm } from './application.ts';

const reading = createLogReading<RateRequest>();

/** How far the log of the last week is read. */
export const $forecastReading = reading.$reading;

/** Whether somebody has asked for it. */
export const $isForecastAsked = atom(false);

async function plan(): Promise<ReadingPlan<RateRequest>> {
  const now = backendNow();
  const filter = joinFilters([
    ...[limitedRequests(), spanFilter({ kind: 'last', id: '7d' }, now)],
    `created<="${formatStored(new Date(now))}"`,
  ]);
  // Entries that are written while pages are read move others to the next page.
  const seen = new Set<string>();
  return {
    count: (count) => count(filter),
    query: async (_last, page) => ({ page, sort: newestLogs(), filter }),
    fields: RATE_FIELDS,
    item: (entry) => {
      if (seen.has(entry.id)) return undefined;
      seen.add(entry.id);
      return readRateRequest(entry);
    },
  };
}

/** Reads the requests of the last week, newest first. Reports errors. */
export async function readForecast(): Promise<void> {
  $isForecastAsked.set(true);
  await reading.read(plan);
}

/** Stops reading, and tells what was read. */
export const stopForecast = reading.stop;

/** Stops reading, and forgets what was read. */
export function clearForecast(): void {
  $isForecastAsked.set(false);
  reading.clear();
}

/** The rules on screen, which may not be saved. */
const rulesOf = (values: ApplicationValues): readonly RateRule[] => values['rateLimits.rules'] ?? [];

/** What the rules on screen would have done with the requests that were read, and since when these are. */
export const $forecast = computed(
  [reading.$items, applicationForm.$values, $collectionList],
  (requests, values, collections) => {
    const exempt = values['rateLimits.exempt'] ?? [];
    const forecast = forecastRates(rulesOf(values), requests, {
      target: (method, path) => rateTarget(method, path, collections),
      isExempt: (address) => isListed(address, exempt),
      countsFrom: can().countsRatesFrom ?? 'first',
    });
    const since = requests.reduce((first, { time }) => Math.min(first, time), Number.POSITIVE_INFINITY);
    return { ...forecast, count: requests.length, since };
  },
);

/** Which of the rules on screen a request would meet, and where the backend looks for one. */
export const createTry = (method: string, path: string, caller: RateCaller) =>
  computed([applicationForm.$values, $collectionList], (values, collections) => {
    const target = rateTarget(method, path.trim().replace(/\?.*$/s, ''), collections);
    return { target, met: target && metRule(rulesOf(values), target.labels, caller) };
  });
