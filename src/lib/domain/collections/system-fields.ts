import type { CollectionType } from './collection.ts';

/** The fields that every collection of this type has by itself (CE-09). */
export function systemFieldNames(type: CollectionType): string[] {
  const names = ['id', 'created', 'updated'];
  return type === 'auth' ? [...names, 'username', 'email', 'emailVisibility', 'verified'] : names;
}
