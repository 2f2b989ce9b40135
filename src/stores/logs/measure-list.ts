import { isReachable } from '#api/app/reachable.ts';
import type { CallOptions } from '#api/client.ts';
import { runList } from '#api/logs/run-list.ts';
import { listRecords } from '#api/records/list.ts';
import { quoteText } from '#domain/app/filter.ts';
import { joinFilters } from '#domain/app/join-filters.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { ruleFilters } from '#domain/logs/index-advice.ts';
import { comparedWithUser, withUser } from '#domain/logs/list-requests.ts';
import type { ListGroup } from '#domain/logs/slow-lists.ts';
import { shortestWithout } from '#domain/logs/trial.ts';
import { $collectionList } from '#stores/collections/list.ts';

const RUNS = 5;
/** No further run begins after this time, in ms. */
const LONGEST = 15_000;

type Params = Readonly<Record<string, string>>;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function durationsOf(run: () => Promise<unknown>, signal: AbortSignal): Promise<number[]> {
  const end = performance.now() + LONGEST;
  // The first one reads from the disk what the others find in memory.
  const durations = [await timed(run)];
  for (let runs = 0; runs < RUNS && performance.now() < end; runs++) {
    signal.throwIfAborted();
    durations.push(await timed(run));
  }
  return durations.length > 1 ? durations.slice(1) : durations;
}

/**
 * The parameters of a logged request as an administrator sends it: the list rule, which the backend leaves out then, is
 * part of the filter, with a user who has a record in place of the one who sent it. Throws ApiError.
 */
export async function measuredParams({ list, sample }: ListGroup, options: CallOptions): Promise<Params> {
  const { filter = '', ...rest } = sample.params;
  const whole = joinFilters([filter, ...ruleFilters(list, schemaIndex($collectionList.get()))]);
  const [column] = comparedWithUser(whole);
  if (whole === '' || column === undefined) return whole ? { ...rest, filter: whole } : rest;
  const query = { collection: list.collection.id, page: 1, perPage: 1, sort: '', expand: '', fields: column };
  const { items } = await listRecords({ ...query, filter: `${column}!=""` }, options);
  return { ...rest, filter: withUser(whole, quoteText(String(items[0]?.[column] ?? 'nobody'))) };
}

/** How long an empty request takes, in ms. */
export const measureWay = async (signal: AbortSignal): Promise<number> =>
  shortestWithout(await durationsOf(() => isReachable({ signal }), signal), 0);

/** How long a list takes, in ms, without the way to the backend. Throws ApiError. */
export async function measureList(
  collectionId: string,
  params: Params,
  way: number,
  signal: AbortSignal,
): Promise<number> {
  return shortestWithout(await durationsOf(() => runList(collectionId, params, { signal }), signal), way);
}
