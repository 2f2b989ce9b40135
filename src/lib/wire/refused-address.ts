/* The port for the addresses from which administrators may ask. */
import { byLine } from './choose.ts';

const ADDRESS_MESSAGE = 'You are not allowed to perform this request.';

/** Whether administrators are refused because of the address from which they ask. 0.22 accepts all addresses. */
export const isAddressRefused = (status: number, said: string): boolean =>
  byLine(false, status === 403 && said === ADDRESS_MESSAGE);
