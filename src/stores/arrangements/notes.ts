import { MARKDOWN_KEY, NOTES_KEY, type Notes, parseNotes, withNote } from '#domain/arrangements/notes.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';

const preference = (key: string) =>
  createPreference<Notes>({ key, initial: {}, decode: parseNotes, encode: jsonUnlessEmpty });

const notes = preference(NOTES_KEY);
const markdown = preference(MARKDOWN_KEY);

/** The notes on collections and fields, on this device or shared. */
export const $notes = notes.$value;

/** The text fields whose values are Markdown, on this device or shared. */
export const $markdown = markdown.$value;

function store(one: typeof notes, collectionId: string, fieldId: string, note: string): void {
  if (one.update((stored) => withNote(stored, collectionId, fieldId, note))) return;
  addToast('warning', 'The storage of this browser is full or blocked: the note is kept until you reload.');
}

/** Stores a note on a field, or with '' on the collection; an empty one is removed. */
export const setNote = (collectionId: string, fieldId: string, note: string): void =>
  store(notes, collectionId, fieldId, note);

/** Marks a text field as Markdown, or takes the mark away. */
export const setMarkdown = (collectionId: string, fieldId: string, isMarkdown: boolean): void =>
  store(markdown, collectionId, fieldId, isMarkdown ? 'yes' : '');
