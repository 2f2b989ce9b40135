import { administratorWord } from '#wire/identities.ts';

export { administratorWord };

/** The same where a sentence or a label begins with it. */
export const administratorLabel = (): string =>
  administratorWord().replace(/^./, (first) => first.toUpperCase());

/** A label of the prerendered page, for example the title of a route, in the backend's word. */
export const inBackendsWord = (label: string): string => label.replace('Admin', administratorLabel());
