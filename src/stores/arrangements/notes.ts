import { NOTES_KEY, type Notes, parseNotes, withNote } from '#domain/arrangements/notes.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';

const notes = createPreference<Notes>({
  key: NOTES_KEY,
  initial: {},
  decode: parseNotes,
  encode: jsonUnlessEmpty,
});

/** The notes on collections and fields, on this device or shared. */
export const $notes = notes.$value;

/** Stores a note on a field, or with '' on the collection; an empty one is removed. */
export function setNote(collectionId: string, fieldId: string, note: string): void {
  if (notes.update((stored) => withNote(stored, collectionId, fieldId, note))) return;
  addToast('warning', 'The storage of this browser is full or blocked: the note is kept until you reload.');
}
