import { atom } from 'nanostores';
import { loadSignInMethods } from '#api/auth/second-factor.ts';
import { ADDRESS_REFUSED } from '#domain/app/address-refused.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { identityLabel, type SignInMethods } from '#domain/auth/sign-in.ts';
import { isAddressRefused } from '#wire/refused-address.ts';
import { ADMINISTRATOR } from '#wire/sign-in.ts';
import { $identityLabel, $returned } from './returned.ts';

/** How administrators sign in; undefined until the backend has said so. */
export const $methods = atom<SignInMethods | undefined>(undefined);

const NO_PASSWORD = `This backend has turned off the sign-in by password for superusers. They can turn it on again in the options of the collection ${ADMINISTRATOR}.`;

const UNKNOWN: Pick<SignInMethods, 'identityFields' | 'hasPassword'> = {
  identityFields: ['email'],
  hasPassword: true,
};

let asked: Promise<SignInMethods> | undefined;

async function ask(): Promise<SignInMethods> {
  try {
    const methods = await loadSignInMethods();
    $methods.set(methods);
    return methods;
  } catch (error) {
    asked = undefined;
    throw error;
  }
}

/** Asks the backend once how administrators sign in. Throws ApiError. */
export function learnMethods(): Promise<SignInMethods> {
  asked ??= ask();
  return asked;
}

/** Lets the form of the sign-in say what its first field takes, and why nobody can sign in. */
export async function labelSignIn(): Promise<void> {
  // Without an answer it takes an address.
  const { identityFields, hasPassword } = await learnMethods().catch(() => UNKNOWN);
  const isAddress = identityFields.every((name) => name === 'email');
  $identityLabel.set(isAddress ? undefined : identityLabel(identityFields));
  if (!hasPassword) $returned.set({ message: NO_PASSWORD });
}

/** Why a sign-in is not allowed, for the form. */
export const refusedText = ({ status, text, message }: ApiError): string =>
  isAddressRefused(status, text) ? ADDRESS_REFUSED : message;
