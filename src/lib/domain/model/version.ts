/*
 * What tells that a record has changed: the date that its backend sets with each save, whatever its name. Where a
 * collection has none, the values tell whether something has changed, and the order of the requests what is newer.
 */

import { isSameStructure } from '#domain/model/same-structure.ts';
import { ownOf } from '../app/lenient.ts';
import { type Collection, fieldWith } from '../backend/collection.ts';

/** As text, in the backend's notation of time, or all values; undefined where neither is known. */
export type Version = unknown;

type Fields = Pick<Collection, 'fields'>;

/** The name of the field that has the date of the last save; undefined where there is none. */
export const stampOf = (collection: Fields): string | undefined =>
  (
    fieldWith(collection, 'updated') ??
    collection.fields.find((one) => one.type === 'autodate' && one.onUpdate)
  )?.name;

export function versionOf(collection: Fields, record: Readonly<Record<string, unknown>>): Version {
  const stamp = stampOf(collection);
  return stamp === undefined ? record : ownOf(record, stamp);
}

/** The fields to request for the version of a record, as a parameter; '' for all. */
export function versionFields(collection: Fields): string {
  const stamp = stampOf(collection);
  return stamp === undefined ? '' : `id,${stamp}`;
}

export const hasChanged = (before: Version, after: Version): boolean => !isSameStructure(before, after);

/** `later` was requested later, and is newer unless the dates say otherwise. */
export const newerOf = (earlier: Version, later: Version): Version =>
  typeof earlier === 'string' && typeof later === 'string' && earlier > later ? earlier : later;
