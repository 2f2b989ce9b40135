import { can } from './capabilities.ts';

/** What people call an administrator of this backend: `admin` or `superuser`. */
export const administratorWord = (): string => can().administratorWord;

/** The same where a sentence or a label begins with it. */
export const administratorLabel = (): string =>
  administratorWord().replace(/^./, (first) => first.toUpperCase());
