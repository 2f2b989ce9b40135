import { readMany } from './read-many.ts';

/** Longest look for what writes without a response have done, in ms: the backend may not respond at all. */
const LOOK_TIME = 3000;

/** Reads records back whose writes got no response, by their ids; undefined when that is not possible, either. */
export async function readBack(collection: string, ids: readonly string[], fields: string) {
  if (!ids.length) return [];
  try {
    return await readMany(collection, ids, { fields }, { signal: AbortSignal.timeout(LOOK_TIME) });
  } catch {
    return undefined;
  }
}
