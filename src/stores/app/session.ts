import { dequal } from 'dequal/lite';
import { atom, computed, effect } from 'nanostores';
import * as admins from '#api/auth/admins.ts';
import { api } from '#api/client.ts';
import { sessionSignal } from '#api/session-signal.ts';
import { readStored, store } from '#browser/storage.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { FILE_TOKEN_KEY } from '#domain/app/storage-keys.ts';
import { CLOCK_MESSAGE, parseToken } from '#domain/auth/token.ts';
import type { Identity } from '#domain/backend/identity.ts';
import { stopAll } from '#stores/base/running.ts';
import { lineNow, speaksOther } from '#wire/choose.ts';
import { isValidAdminToken, lineOfToken, readIdentity } from '#wire/identities.ts';
import { inItsWords, takeLine } from './line.ts';

export interface Session {
  readonly token: string;
  readonly admin: Identity;
}

/** The valid session, or undefined: signed out, expired, or not an administrator's. */
export const $session = atom<Session | undefined>(undefined);
$session.eq = dequal;

/** The signed-in administrator. */
export const $admin = computed($session, (session) => session?.admin);

/** Id of the signed-in administrator. Unlike {@link $session} it does not change when the session is renewed. */
export const $adminId = computed($admin, (admin) => admin?.id);

/** The longest delay that `setTimeout` accepts, in ms. */
export const MAX_TIMER = 2 ** 31 - 1;

function read(): Session | undefined {
  const { token, model } = api().session;
  return isValidAdminToken(token, Date.now()) ? { token, admin: readIdentity(model) } : undefined;
}

/** True while the screens of one administrator close, before those of the next one open, or the page is reloaded. */
let isSwitching = false;

/** Closes the screens, then acts. Pending calls would continue with the token of the next session, or without one. */
function closeScreens(act: () => void): void {
  sessionSignal.abort();
  isSwitching = true;
  $session.set(undefined);
  // React removes the screens in a microtask that is in the queue already.
  queueMicrotask(act);
}

/**
 * Reads the stored session again. If it is another administrator's now, the screens close: they have typed text. A session
 * of another line is another tab's, after an upgrade of the backend: no screen may use it in the words of the line before.
 */
export function syncSession(): void {
  if (isSwitching) return;
  const before = $adminId.get();
  const next = read();
  const line = next && lineOfToken(next.token);
  if (line && speaksOther(line)) {
    closeScreens(() => takeLine(line));
    return;
  }
  if (line && line !== lineNow()) takeLine(line);
  if (before !== undefined && next?.admin.id !== before) {
    if (next) {
      closeScreens(() => {
        isSwitching = false;
        syncSession();
      });
      return;
    }
    sessionSignal.abort();
  }
  $session.set(next);
}

/** Calls {@link syncSession} when the token expires, so that the guard acts without a request. */
function watchExpiry(session: Session | undefined): (() => void) | undefined {
  const payload = session && parseToken(session.token);
  if (!payload) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const remaining = payload.exp * 1000 - Date.now();
    // Timers have a longest delay, and the clock may be set back meanwhile.
    if (remaining > 0) timer = setTimeout(check, Math.min(remaining, MAX_TIMER));
    else syncSession();
  };
  check();
  return () => clearTimeout(timer);
}

/** Removes the stored token for protected files, for example because it is no longer valid. */
export function forgetFileToken(): void {
  store(FILE_TOKEN_KEY, undefined);
}

/** Removes the file token of another administrator: anyone who has it can open protected files. */
function forgetForeignFileToken(adminId: string | undefined) {
  const owner = parseToken(readStored(FILE_TOKEN_KEY) ?? '')?.id;
  if (!adminId || owner !== adminId) forgetFileToken();
}

/** Reads the stored session and follows its changes, also in other tabs. Returns a function that stops this. */
export function startSession(): () => void {
  $session.set(read());
  // The client learns of changes in other tabs through the storage event.
  const stopStore = api().session.onChange(syncSession);
  const stopExpiry = effect($session, watchExpiry);
  return stopAll(stopStore, stopExpiry, $adminId.subscribe(forgetForeignFileToken));
}

/**
 * Signs in by a call that stores the session. Throws ApiError, also for a session that is over by this device's clock:
 * the sign-in would just be shown again.
 */
export async function signInBy(send: () => Promise<unknown>): Promise<void> {
  await inItsWords(send);
  syncSession();
  if (read()) return;
  admins.forgetSession();
  throw new ApiError({ status: 200, text: CLOCK_MESSAGE, message: CLOCK_MESSAGE });
}

/** Throws as {@link signInBy}, with `step` where a second step has to follow. */
export const signIn = (identity: string, password: string): Promise<void> =>
  signInBy(() => admins.signIn(identity, password));

/** Replaces the token after the own password was changed; signs nobody in who has signed out. Throws ApiError. */
export async function signInAgain(identity: string, password: string): Promise<void> {
  await admins.signInAgain(identity, password);
  forgetFileToken();
  syncSession();
}

/** Ends the session on this device without a request. */
export function signOut(): void {
  admins.forgetSession();
  syncSession();
}

/** Removes a stored session that is not valid, such as an expired one. */
export function forgetInvalidSession(): void {
  if (isSwitching) return;
  syncSession();
  if (!$session.get()) admins.forgetSession();
}

/** Checks with the backend that the session is still valid; throws ApiError, of status 401 when it is not. */
export async function checkSession(): Promise<void> {
  await admins.checkSession($session.get()?.admin.id ?? '');
}

/** Cancels every pending request and ends the session. */
export function expireSession(): void {
  sessionSignal.abort();
  signOut();
}
