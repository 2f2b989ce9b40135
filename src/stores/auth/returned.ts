import { atom } from 'nanostores';

/** Who is back at the sign-in from what follows it, and why. */
export const $returned = atom<{ readonly email: string; readonly message: string } | undefined>(undefined);
