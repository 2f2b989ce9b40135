/* The port for what answers tell of a session. */
import { byLine } from './choose.ts';

/** Whether an ended session is answered as a guest is. 0.22 refuses its records to both. */
export const answersGuests = (): boolean => byLine(false, true);
