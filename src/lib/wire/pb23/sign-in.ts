/* What a sign-in to 0.23 and newer may need beside a password: a code that a mail brings. */
import { members, text } from '#domain/app/lenient.ts';
import type { SignInMethods } from '#domain/auth/sign-in.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { textIn } from '../both/answers.ts';
import { IDENTITIES } from './identities.ts';

/** Anybody may ask. */
export const methodsRequest: BackendRequest = { path: `${IDENTITIES}/auth-methods` };

const amount = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What is missing is off. */
export function readMethods(answer: unknown): SignInMethods {
  const { password, mfa, otp } = members(answer);
  const { identityFields, enabled } = members(password);
  return {
    hasPassword: enabled === true,
    identityFields: Array.isArray(identityFields) ? identityFields.map(text).filter(Boolean) : [],
    stepSeconds: amount(members(mfa)['duration']),
    codeSeconds: amount(members(otp)['duration']),
  };
}

/** Lets the backend send a code to an address, if an administrator has it; what it answers is the same for any other. */
export const codeRequest = (email: string): BackendRequest => ({
  path: `${IDENTITIES}/request-otp`,
  method: 'POST',
  body: { email },
});

/** The id of the code, which is not the code. The same as before: no other mail was sent. */
export const readCodeId = (answer: unknown): string | undefined => textIn(answer, 'otpId');

/** Ends the step that the password has begun. */
export const codeSignInRequest = (codeId: string, code: string, step: string): BackendRequest => ({
  path: `${IDENTITIES}/auth-with-otp`,
  method: 'POST',
  body: { otpId: codeId, password: code, mfaId: step },
});

/** Whether a sign-in by a code was refused because the step that the password has begun is over. */
export const isStepOver = (status: number, said: string): boolean =>
  status === 400 && /\bMFA session\b/.test(said);
