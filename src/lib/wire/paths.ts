/* The port for files, and what a server in front of a backend has to know of its paths, whatever its line. */
import { members } from '#domain/app/lenient.ts';
import { byLine } from './choose.ts';

export * from './both/paths.ts';

const GUEST_MESSAGE = 'Failed to generate file token.';

/** Whether a token was refused to a guest, so also to who has a session that has ended. */
export const isRefusedToGuest = (status: number, answer: unknown): boolean =>
  byLine(status === 400 && members(answer)['message'] === GUEST_MESSAGE, status === 401);

/** Whether the backend decodes the segments of a path once more. */
export const decodesTwice = (): boolean => byLine(true, false);

/** Whether a path is for administrators only; newer backends read the name of a collection in any case. */
export const isAdminsPath = (path: string): boolean =>
  /^\/api\/(admins|collections\/(_superusers|pbc_3142635823))(\/|$)/i.test(path);
