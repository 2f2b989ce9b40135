import type { Collection } from '../collection.ts';
import { mergeValues } from './merge.ts';
import { type CollectionValues, valuesOf } from './values.ts';

/** Edited values, and the base that they are compared with. */
export interface ValuesAfterSave {
  readonly base: CollectionValues;
  readonly values: CollectionValues;
}

/** The values of a stored collection, with the field keys that an editor uses; its new fields are found by name. */
export function keyedValues(stored: Collection, { fields }: CollectionValues): CollectionValues {
  const keys = new Map(fields.map(({ id, name, key }) => [id || `new ${name}`, key]));
  return valuesOf(stored, ({ id, name }) => keys.get(id) ?? keys.get(`new ${name}`) ?? id);
}

/**
 * The values of an editor after a save: the collection as it is stored now, merged with the edits made after
 * `sent` was sent. Fields keep their keys, so the focused input stays in place.
 */
export function collectionAfterSave(
  sent: CollectionValues,
  now: CollectionValues,
  result: Collection,
): ValuesAfterSave {
  const base = keyedValues(result, sent);
  // The backend keeps the order of the indexes but not always their texts.
  const stored = new Map(sent.indexes.map((index, position) => [index, base.indexes[position]]));
  const sentBase = { ...sent, indexes: base.indexes };
  const mine = { ...now, indexes: now.indexes.map((index) => stored.get(index) ?? index) };
  return { base, values: mergeValues(sentBase, mine, { ...base, nextKey: now.nextKey }) };
}
