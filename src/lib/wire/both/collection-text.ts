/* Collections as texts that people copy. */
import { isObject, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';

/** One collection as its backend has it. */
export const collectionText = ({ raw }: Pick<Collection, 'raw'>): string => JSON.stringify(raw, null, 2);

/** As PocketBase's own dashboard exports it: without providers, whose secrets no answer has and a new one needs. */
function exported({ raw }: Pick<Collection, 'raw'>): unknown {
  const { oauth2 } = members(raw);
  if (!isObject(oauth2)) return raw;
  const { providers: _, ...rest } = oauth2;
  return { ...members(raw), oauth2: rest };
}

/** The text of collections that nobody has changed. */
export const storedText = (collections: readonly Collection[]): string =>
  JSON.stringify(collections.map(exported), null, 4);
