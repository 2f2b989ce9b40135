import { type Collection, ownFields } from '#domain/backend/collection.ts';

/** Name of the collection in which Atoll stores what all administrators share. */
export const OWN_COLLECTION = 'atoll_arrangements';

const SHAPE = 'base,kind:text,key:text,revision:number,value:json';
const INDEX = /unique.*\(\W*kind\W*key\W*revision\W*\)/i;

/** 'open' is Atoll's own with rules that let others in, 'other' another one of that name. */
export function ownState(collection: Collection): 'own' | 'open' | 'other' | undefined {
  const { name, type, indexes } = collection;
  if (name !== OWN_COLLECTION) return undefined;
  // Dates are fields where a backend adds none by itself.
  const own = ownFields(collection).filter((field) => field.type !== 'autodate');
  const shape = [type, ...own.map((field) => `${field.name}:${field.type}`)].join();
  if (shape !== SHAPE || !indexes.some((sql) => INDEX.test(sql))) return 'other';
  const isOpen = Object.entries(collection).some(([key, value]) => /Rule/.test(key) && value !== null);
  return isOpen ? 'open' : 'own';
}

/** No screen lists Atoll's own collection. */
export const isOwnCollection = (collection: Collection): boolean => ownState(collection) === 'own';

/** Export, import and promotion leave such a collection alone. */
export function isLeftAlone(collection: Collection): boolean {
  const state = ownState(collection);
  return state === 'own' || state === 'open';
}
