/* The port for what answers of a line that answers guests tell of a session. */
import { isOpenPath, proofRequest } from './both/guests.ts';
import { byLine } from './choose.ts';
import { isAdminToken } from './identities.ts';
import { IDENTITIES } from './pb23/identities.ts';

export { proofRequest };

/** Whether what is changed below a path is changed by administrators alone. The own account ends its session with it. */
export const isOfAdmins = (path: string): boolean => path.startsWith(`${IDENTITIES}/records`);

/**
 * Whether what is answered on a path says nothing of an administrator's session: `open`. All other paths are answered to
 * administrators alone. Undefined where nobody asks.
 */
export const sessionSaidBy = (path: string, token: string): 'open' | 'proof' | undefined =>
  byLine(undefined, isAdminToken(token) ? (isOpenPath(path) ? 'open' : 'proof') : undefined);
