import { atom } from 'nanostores';

/** A CSV file with which the next import begins, in place of the choice of a file. */
export const $offeredRows = atom<Blob | undefined>(undefined);
