/* The port for what answers tell of a session. */
import { isOpenPath, proofRequest } from './both/guests.ts';
import { byLine } from './choose.ts';
import { isAdminToken } from './identities.ts';

export { proofRequest };

/**
 * Whether what is answered on a path says nothing of an administrator's session: `open`. All other paths are answered to
 * administrators alone. Undefined where nobody asks: 0.22 refuses its records to the guest that such a session is.
 */
export const sessionSaidBy = (path: string, token: string): 'open' | 'proof' | undefined =>
  byLine(undefined, isAdminToken(token) ? (isOpenPath(path) ? 'open' : 'proof') : undefined);

const ADDRESS_MESSAGE = 'You are not allowed to perform this request.';

/** Whether administrators are refused because of the address from which they ask. 0.22 accepts all addresses. */
export const isAddressRefused = (status: number, said: string): boolean =>
  byLine(false, status === 403 && said === ADDRESS_MESSAGE);
