import { type Collection, parseCollection } from '#domain/collections/collection.ts';

/** Name of the collection in which Atoll stores what all administrators share. */
export const OWN_COLLECTION = 'atoll_arrangements';

const SHAPE = 'base,kind:text,key:text,revision:number,value:json';
const INDEX = /unique.*\(\W*kind\W*key\W*revision\W*\)/i;

/**
 * What a collection is: Atoll's own, its own but with rules that let others in, another one of that name, or undefined
 * for any other collection.
 */
export function ownState(collection: Collection): 'own' | 'open' | 'other' | undefined {
  const { name, type, schema, indexes } = collection;
  if (name !== OWN_COLLECTION) return undefined;
  const shape = [type, ...schema.map((field) => `${field.name}:${field.type}`)].join();
  if (shape !== SHAPE || !indexes.some((sql) => INDEX.test(sql))) return 'other';
  const isOpen = Object.entries(collection).some(([key, value]) => /Rule/.test(key) && value !== null);
  return isOpen ? 'open' : 'own';
}

/** Whether a collection is Atoll's own, which no screen lists. */
export const isOwnCollection = (collection: Collection): boolean => ownState(collection) === 'own';

/** Whether export, import and promotion leave a collection alone, as stored by the backend. */
export function isLeftAlone(raw: unknown): boolean {
  const state = ownState(parseCollection(raw));
  return state === 'own' || state === 'open';
}
