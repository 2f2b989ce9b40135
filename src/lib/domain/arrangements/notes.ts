import { members, ownOf, parseJson, text } from '#domain/app/lenient.ts';
import { truncate } from '#domain/app/value-text.ts';

/** The notes of a collection: on itself under '', on fields under their ids, which renamed fields keep. */
export type CollectionNotes = Readonly<Record<string, string>>;

/** Notes by the ids of collections. Those of unknown collections and fields stay: an undo may bring these back. */
export type Notes = Readonly<Record<string, CollectionNotes>>;

/** Local storage key of {@link Notes}, a JSON object; absent when there are none. */
export const NOTES_KEY = 'atollNotes';

/** Characters of a note. */
export const MAX_NOTE = 1000;

const mapValues = <T>(value: unknown, read: (member: unknown) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(members(value)).map(([key, member]) => [key, read(member)]));

/** Reads notes from any text. */
export const parseNotes = (stored: string): Notes =>
  mapValues(parseJson(stored), (notes) => mapValues(notes, (note) => truncate(text(note), MAX_NOTE, '')));

/** The note on a collection, or on one of its fields; '' for none. */
export const noteOf = (notes: Notes, collectionId: string, fieldId = ''): string =>
  ownOf(ownOf(notes, collectionId) ?? {}, fieldId) ?? '';

/** The notes with another note; an empty one is removed. */
export function withNote(notes: Notes, collectionId: string, fieldId: string, note: string): Notes {
  const { [fieldId]: _, ...others } = ownOf(notes, collectionId) ?? {};
  const own = note.trim() ? { ...others, [fieldId]: truncate(note, MAX_NOTE, '') } : others;
  const { [collectionId]: _own, ...rest } = notes;
  return Object.keys(own).length ? { ...rest, [collectionId]: own } : rest;
}
