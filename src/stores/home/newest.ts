import { loadNewest } from '#api/home/newest.ts';
import { collectionsWithTime, type NewestOf, newestFirst } from '#domain/home/newest.ts';
import { expandAndFields } from '#domain/records/list-query.ts';
import { sharedCollections } from './basics.ts';
import { createCard } from './cards.ts';

/** Number of requests at the same time. */
const PARALLEL = 4;

/** The collections with the newest records, and how many of all were looked into. */
export const newestCard = createCard(async (signal) => {
  const { requested, count } = collectionsWithTime(await sharedCollections(signal));
  const found: NewestOf[] = [];
  for (const rest = [...requested]; rest.length; ) {
    const next = rest.splice(0, PARALLEL).map(async (collection) => ({
      collection,
      ...(await loadNewest(collection.id, expandAndFields(collection).fields, { signal })),
    }));
    found.push(...(await Promise.all(next)));
  }
  return { newest: newestFirst(found), requested: requested.length, count };
});
