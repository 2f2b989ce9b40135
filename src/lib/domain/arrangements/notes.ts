import { members, ownOf, parseJson, text } from '#domain/app/lenient.ts';
import { truncate } from '#domain/app/value-text.ts';

/** On the collection itself under '', on fields under their ids, which renamed fields keep. */
type CollectionNotes = Readonly<Record<string, string>>;

/** By the ids of collections. Notes of unknown collections and fields stay: an undo may bring these back. */
export type Notes = Readonly<Record<string, CollectionNotes>>;

export const NOTES_KEY = 'atollNotes';
/** As notes, of text fields whose values are Markdown; any text is such a mark. */
export const MARKDOWN_KEY = 'atollMarkdown';

/** In characters. */
export const MAX_NOTE = 1000;

const mapValues = <T>(value: unknown, read: (member: unknown) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(members(value)).map(([key, member]) => [key, read(member)]));

/** Reads notes from any text. */
export const parseNotes = (stored: string): Notes =>
  mapValues(parseJson(stored), (notes) => mapValues(notes, (note) => truncate(text(note), MAX_NOTE, '')));

export const noteOf = (notes: Notes, collectionId: string, fieldId = ''): string =>
  ownOf(ownOf(notes, collectionId) ?? {}, fieldId) ?? '';

/** An empty note is removed. */
export function withNote(notes: Notes, collectionId: string, fieldId: string, note: string): Notes {
  const { [fieldId]: _, ...others } = ownOf(notes, collectionId) ?? {};
  const own = note.trim() ? { ...others, [fieldId]: truncate(note, MAX_NOTE, '') } : others;
  const { [collectionId]: _own, ...rest } = notes;
  return Object.keys(own).length ? { ...rest, [collectionId]: own } : rest;
}
