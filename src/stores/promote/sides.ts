import { atom } from 'nanostores';
import { forgetSession, signIn } from '#api/auth/admins.ts';
import { api, toApiError } from '#api/client.ts';
import { currentBackend } from '#browser/backends.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isValidAdminToken } from '#domain/auth/token.ts';
import { report } from '#stores/app/report.ts';

/** What is compared: parts of `from` can be promoted to `to`. */
export interface Sides {
  readonly from: NamedBackend;
  readonly to: NamedBackend;
}

/** The compared backends; undefined before the panel is open. */
export const $sides = atom<Sides | undefined>(undefined);

/** The backend that needs a sign-in before anything can be compared. */
export const $signInTo = atom<NamedBackend | undefined>(undefined);

const isSignedIn = (backend: NamedBackend): boolean =>
  isValidAdminToken(api(backend).session.token, Date.now());

/** Asks for the sign-in to the first backend without a valid session; whether both have one. */
export function checkSignIns(): boolean {
  const { from, to } = $sides.get() ?? {};
  const missing = [from, to].find((backend) => backend && !isSignedIn(backend));
  $signInTo.set(missing);
  return missing === undefined;
}

/** Signs in to the other backend, whose session is stored as that of a visit to it. Throws ApiError. */
export const signInTo = (backend: NamedBackend, email: string, password: string): Promise<unknown> =>
  signIn(email, password, { backend });

/**
 * The error of a call to one of the backends. A session that the other one refuses is forgotten, so that the panel asks
 * for a sign-in; all other errors are reported.
 */
export function reportSide(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  const { from, to } = $sides.get() ?? {};
  const other = [from, to].find((backend) => backend && backend.name === error.elsewhere);
  if (!other || (error.status !== 401 && error.status !== 403)) return report(error);
  forgetSession({ backend: other });
  checkSignIns();
  return error;
}

/** Whether this is the backend of the tab, whose screens show what changes there. */
export const isCurrent = (backend: NamedBackend): boolean => backend.name === currentBackend()?.name;
