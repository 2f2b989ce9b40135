import { ADDRESS_REFUSED } from '#domain/app/address-refused.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { isAddressRefused } from '#wire/refused-address.ts';
import { expireSession, MAX_TIMER } from './session.ts';
import { addToast } from './toasts.ts';

/** Ends the session where the backend refuses the address of this device: no screen would get an answer. Whether it does. */
export function endIfRefused({ status, text }: ApiError): boolean {
  if (!isAddressRefused(status, text)) return false;
  expireSession();
  addToast('error', ADDRESS_REFUSED, { duration: MAX_TIMER });
  return true;
}
