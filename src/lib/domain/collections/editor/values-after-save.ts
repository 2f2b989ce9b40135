import type { Collection } from '../collection.ts';
import { mergeDrafts } from './merge.ts';
import { type Draft, draftOf } from './values.ts';

/** A draft with what it is compared with. */
export interface SavedDraft {
  readonly original: Draft;
  readonly draft: Draft;
}

/**
 * What an editor holds after a save: the collection as it is stored now and, on top of it, what was typed since
 * `sent` was sent. Fields keep their keys, so that the one that is typed in stays where it is.
 */
export function draftAfterSave(sent: Draft, now: Draft, result: Collection): SavedDraft {
  const keys = new Map(sent.fields.map(({ id, name, key }) => [id || `new ${name}`, key]));
  const original = draftOf(result, ({ id, name }) => keys.get(id) ?? keys.get(`new ${name}`) ?? id);
  // The backend keeps the order of the indexes but not always their texts.
  const stored = new Map(sent.indexes.map((index, position) => [index, original.indexes[position]]));
  const base = { ...sent, indexes: original.indexes };
  const mine = { ...now, indexes: now.indexes.map((index) => stored.get(index) ?? index) };
  return { original, draft: mergeDrafts(base, mine, { ...original, nextKey: now.nextKey }) };
}
