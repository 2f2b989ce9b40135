import { toApiError } from '#api/client.ts';
import { sessionSignal } from '#api/session-signal.ts';
import { type ApiError, FALLBACK_MESSAGE, fieldErrors, refusalText } from '#domain/app/api-error.ts';
import { go } from './route.ts';
import { checkSession, expireSession } from './session.ts';
import { addToast } from './toasts.ts';

/** One check is enough for calls that fail together. */
let isLeaving = false;

/**
 * Goes to the root unless the session has ended: the backend treats a request with an invalid token as a guest's
 * and answers 403 instead of 401.
 */
async function leaveForbidden() {
  isLeaving = true;
  try {
    await checkSession();
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 401) {
      report(error);
      return;
    }
  } finally {
    isLeaving = false;
  }
  go('home');
}

export interface ReportOptions {
  /** `false` shows no toast (ER-05). */
  toast?: boolean;
  /** Shown instead of the error's own message. */
  message?: string;
  /** Whether a form shows the message of this field; the toast names the others. */
  isShown?: (field: string) => boolean;
  /** Label of the field of a message; by default its name in the answer. */
  labelOf?: (field: string) => string;
}

function toastText({ body, message }: ApiError, { isShown = () => false, labelOf }: ReportOptions): string {
  // An error found before sending has no body with reasons.
  if (body.message) return refusalText(body.message, fieldErrors(body.data), isShown, labelOf);
  return message || FALLBACK_MESSAGE;
}

/**
 * The one handler of failed calls (ER-05 to ER-09): aborted ones are silent, 401 ends the
 * session, 403 goes to the root, everything else is a toast. Returns the error, so that a form can show
 * its field errors.
 */
export function report(thrown: unknown, options: ReportOptions = {}): ApiError {
  const { toast = true, message } = options;
  const error = toApiError(thrown);
  if (error.isAbort) return error;
  if (toast) addToast('error', message ?? toastText(error, options));
  if (error.status === 401) expireSession();
  if (error.status === 403) {
    sessionSignal.abort();
    if (!isLeaving) void leaveForbidden();
  }
  return error;
}
