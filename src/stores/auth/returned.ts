import { atom } from 'nanostores';

/** What the form of the sign-in is told by the code that it fetches: an address to begin with, a message, or both. */
export const $returned = atom<{ readonly email?: string; readonly message?: string } | undefined>(undefined);

/** What the first field of the sign-in takes; undefined for an address. */
export const $identityLabel = atom<string | undefined>(undefined);
