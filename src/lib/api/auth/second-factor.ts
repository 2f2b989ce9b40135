import { type CallOptions, sendAndRead } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { SignInMethods } from '#domain/auth/sign-in.ts';
import { codeRequest, codeSignInRequest, methodsRequest, readCodeId, readMethods } from '#wire/sign-in.ts';
import { signInBy } from './admins.ts';

/** How administrators sign in. Throws ApiError. */
export const loadSignInMethods = (options: CallOptions = {}): Promise<SignInMethods> =>
  sendAndRead(methodsRequest, { ...options, outlivesSession: true }, readMethods);

/** Requests a mail with a code; returns the id of the code, also for an unknown address. Throws ApiError. */
export const requestCode = (email: string, options: CallOptions = {}): Promise<string> =>
  sendAndRead(codeRequest(email), { ...options, outlivesSession: true }, (answer) =>
    readable(readCodeId(answer)),
  );

export interface CodeSignIn {
  readonly codeId: string;
  readonly code: string;
  /** The id of the step that the password has begun. */
  readonly step: string;
}

/** Signs in by a code as the second factor, and stores the session; throws ApiError. */
export const signInByCode = (
  { codeId, code, step }: CodeSignIn,
  options: CallOptions = {},
): Promise<unknown> => signInBy(codeSignInRequest(codeId, code, step), options);
