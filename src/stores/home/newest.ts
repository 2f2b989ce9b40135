import { loadNewest } from '#api/home/newest.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
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
  await inParallel(requested, PARALLEL, async (collection) => {
    const { fields } = expandAndFields(collection, []);
    found.push({ collection, ...(await loadNewest(collection.id, fields, { signal })) });
  });
  return { newest: newestFirst(found), requested: requested.length, count };
});
