import { toApiError } from '#api/client.ts';
import { loadNewest } from '#api/home/newest.ts';
import { type ApiError, isRefusal } from '#domain/app/api-error.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { collectionsWithTime, type NewestOf, newestFirst } from '#domain/home/newest.ts';
import { expandAndFields } from '#domain/records/list-query.ts';
import { sharedCollections } from './basics.ts';
import { createCard } from './cards.ts';

const PARALLEL = 4;

/** The collections with the newest records, how many of all were looked into, and the names of those that refused. */
export const newestCard = createCard(async (signal) => {
  const { requested, count } = collectionsWithTime(await sharedCollections(signal));
  const found: NewestOf[] = [];
  const refused: string[] = [];
  let refusal: ApiError | undefined;
  await inParallel(requested, PARALLEL, async (collection) => {
    const { fields } = expandAndFields(collection, []);
    try {
      found.push({ collection, ...(await loadNewest(collection.id, fields, { signal })) });
    } catch (thrown) {
      refusal = toApiError(thrown);
      // A hook of the backend may refuse one, or it was just deleted. Without a session, all are refused.
      if (!isRefusal(refusal) || refusal.status === 401) throw refusal;
      refused.push(collection.name);
    }
  });
  if (refusal && !found.length) throw refusal;
  return { newest: newestFirst(found), requested: requested.length, count, refused };
});
