/* Apart from the other keys, because no first screen needs them. */

/** Notes on collections and fields, a JSON object as in `notes.ts`; absent when there are none. */
export const NOTES_KEY = 'atollNotes';
/** What this device knows of the shared arrangements, a JSON object as in `arrangements/state.ts`. */
export const SHARED_KEY = 'atollShared';
/** The arrangements of this device while it uses the shared ones: a JSON object of texts by storage key. */
export const OWN_ARRANGEMENTS_KEY = 'atollOwnArrangements';
