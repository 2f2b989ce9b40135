import { administratorWord } from '#wire/identities.ts';

export { administratorWord };

/** The same where a sentence or a label begins with it. */
export const administratorLabel = (): string =>
  administratorWord().replace(/^./, (first) => first.toUpperCase());
