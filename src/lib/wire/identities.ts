/* The port for who is signed in. */
import type { BackendRequest } from '#domain/backend/request.ts';
import { isValidAt, lineOfToken, sessionIn } from './both/identities.ts';
import { byLine, lined } from './choose.ts';
import * as pb22 from './pb22/identities.ts';
import * as pb23 from './pb23/identities.ts';

export {
  isAdminsReset,
  isRenewable,
  lineOfToken,
} from './both/identities.ts';
export type { Line } from './choose.ts';

export const readIdentity = /* @__PURE__ */ lined(pb22.readIdentity, pb23.readIdentity);
export const checkRequest = /* @__PURE__ */ lined(pb22.checkRequest, pb23.checkRequest);

const path = (action: string): string => `${byLine(pb22.IDENTITIES, pb23.IDENTITIES)}/${action}`;

/** Whether a sign-in may need more than an address and a password. Here, as the first screen has no room for more. */
export const hasSignInSteps = (): boolean => byLine(false, true);

/** Whether visitors of a backend without administrators are shown a form for the first; else it prints a link. */
export const hasInstaller = (): boolean => byLine(true, false);

/** What people call an administrator; several of them with an `s`. */
export const administratorWord = (): 'admin' | 'superuser' => byLine('admin', 'superuser');

/** A label of the prerendered page, for example the title of a route, in the backend's word. */
export const inBackendsWord = (label: string): string =>
  label.replace('Admins', byLine('Admins', 'Superusers'));

/** Whether a second mail of a kind to the same address within two minutes is not sent, though accepted. */
export const holdsBackMails = (): boolean => byLine(false, true);

/** Whether a token is that of an administrator of any line. */
export const isAdminToken = (token: string): boolean => lineOfToken(token) !== undefined;

/** @param now in ms since 1970 */
export const isValidAdminToken = (token: string, now: number): boolean =>
  isAdminToken(token) && isValidAt(token, now);

export const signInPath = (): string => path('auth-with-password');
export const signInBody = (identity: string, password: string) => ({ identity, password });
export const signInRequest = (identity: string, password: string): BackendRequest => ({
  path: signInPath(),
  method: 'POST',
  body: signInBody(identity, password),
});

/** The token of a sign-in, if there is one, and the administrator as the session stores it. */
export const readSession = (answer: unknown) => sessionIn(answer, byLine(pb22.SIGNED_IN, pb23.SIGNED_IN));

/** Exchanges the token of a session for a fresh one. */
export const refreshRequest = (): BackendRequest => ({ path: path('auth-refresh'), method: 'POST' });
