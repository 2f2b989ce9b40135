import { toApiError } from '#api/client.ts';
import { sessionSignal } from '#api/session-signal.ts';
import {
  type ApiError,
  type FailureMessageOptions,
  failureMessage,
  isUnreachable,
} from '#domain/app/api-error.ts';
import { answersGuests } from '#wire/sessions.ts';
import { checkConnection } from './connection.ts';
import { reloadPage } from './reload-page.ts';
import { go } from './route.ts';
import { checkSession, expireSession, MAX_TIMER } from './session.ts';
import { addToast } from './toasts.ts';

/** Whether the backend confirms that the session is over, which it then is. */
export async function endsSession(): Promise<boolean> {
  try {
    await checkSession();
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 403 && answersGuests()) {
      // Without the code, a try to sign in says so.
      const refused = await import('./refused-address.ts').catch(() => undefined);
      return refused?.endIfRefused(error) ?? false;
    }
    if (error.status !== 401) return false;
    report(error);
    return true;
  }
  return false;
}

/** True during the session check: calls that fail together need only one. */
let isLeaving = false;

/** Goes to the root unless the session has ended: the backend answers an invalid token with 403, as a guest. */
async function leaveForbidden() {
  isLeaving = true;
  const isOver = await endsSession();
  isLeaving = false;
  if (!isOver) go('root');
}

export interface ReportOptions extends FailureMessageOptions {
  toast?: boolean;
  message?: string;
  /** The call was made without the session of the administrator, so its error says nothing about it. */
  keepsSession?: boolean;
}

/**
 * The one handler of failed calls; aborted ones are silent. A toast shows the others; 401 also ends the session, and
 * 403 goes to the root, unless another backend was called. After 421, when the list of backends was changed, the toast
 * offers a reload and stays. Returns the error, for example for the field errors of a form.
 */
export function report(thrown: unknown, options: ReportOptions = {}): ApiError {
  const { toast = true, message, keepsSession = false } = options;
  const error = toApiError(thrown);
  if (error.isAbort) return error;
  const { elsewhere } = error;
  if (isUnreachable(error) && !elsewhere) checkConnection();
  const isMisdirected = error.status === 421;
  const text = (isMisdirected ? undefined : message) ?? failureMessage(error, options);
  const reload = { duration: MAX_TIMER, action: { label: 'Reload', run: reloadPage } };
  if (toast) addToast('error', elsewhere ? `${elsewhere}: ${text}` : text, isMisdirected ? reload : {});
  if (keepsSession || elsewhere || error.isOutdated) return error;
  if (error.status === 401) expireSession();
  if (error.status === 403) {
    sessionSignal.abort();
    if (!isLeaving) void leaveForbidden();
  }
  return error;
}
