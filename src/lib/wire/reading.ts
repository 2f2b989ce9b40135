/* The port for what read-only mode lets pass, whatever the line of the backend. */
import { takesLink } from './both/reading.ts';
import { isAdminsPath } from './paths.ts';

export { isReading, overridesMethod } from './both/reading.ts';

/** Whether a user of an app hands in the token of a mail's link: no administrator changes anything by it. */
export const isLinkOfUser = (path: string): boolean => takesLink(path) && !isAdminsPath(path);
