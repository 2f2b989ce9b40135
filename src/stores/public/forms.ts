import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { confirmUserEmailChange, confirmUserReset } from '#api/public/confirm.ts';
import { fieldErrors, isOutcomeUnknown } from '#domain/app/api-error.ts';
import { INVALID_TOKEN, visitorMessage } from '#domain/public/messages.ts';
import { report } from '#stores/app/report.ts';
import { currentToken } from '#stores/app/route.ts';
import { createForm } from '#stores/factories/create-form.ts';

interface TokenFormOptions<Values extends Record<string, string>> {
  readonly initial: Values;
  /** Sends the values with the token of the address; throws ApiError. */
  readonly send: (token: string, values: Values, options: { readonly signal: AbortSignal }) => Promise<void>;
  /** Shown when the user stops waiting for the response. */
  readonly mayBeDone: string;
}

/** The form of a page from a mail: its errors never end an administrator's session. `token` has the token's message. */
function createTokenForm<Values extends Record<string, string>>(options: TokenFormOptions<Values>) {
  const { initial, send, mayBeDone } = options;
  const $isDone = atom(false);
  /** Whether an earlier attempt may have succeeded: the backend then refuses the token. */
  const $mayBeDone = atom(false);
  const form = createForm<Values>({
    initial,
    save: async (values, { signal, sending }) => {
      sending(mayBeDone);
      signal.addEventListener('abort', () => $mayBeDone.set(true));
      await send(currentToken(), values, { signal });
      // The page may show another token by now.
      signal.throwIfAborted();
      form.reset();
      $isDone.set(true);
    },
    onError: (thrown) => {
      const error = toApiError(thrown);
      if (isOutcomeUnknown(error) && !error.isAbort) $mayBeDone.set(true);
      const message = visitorMessage(error);
      report(error, {
        keepsSession: true,
        isShown: (path) => path === 'token' || Object.hasOwn(initial, path),
        ...(message ? { message } : {}),
      });
      form.setErrors(error.status === 404 ? { token: INVALID_TOKEN } : fieldErrors(error.problems));
      return true;
    },
  });
  return {
    ...form,
    $isDone,
    $mayBeDone,
    /** Stops waiting and removes what was typed: another token, or another page. */
    close: (): void => {
      form.forget();
      $isDone.set(false);
      $mayBeDone.set(false);
    },
  };
}

export type TokenForm<Values extends Record<string, string>> = ReturnType<typeof createTokenForm<Values>>;

export const userResetForm = createTokenForm({
  initial: { password: '', passwordConfirm: '' },
  send: confirmUserReset,
  mayBeDone: 'Stopped waiting. Your new password may have been set: try to sign in with it.',
});

/** Confirms the new address of a user with the password. */
export const userEmailChangeForm = createTokenForm({
  initial: { password: '' },
  send: confirmUserEmailChange,
  mayBeDone: 'Stopped waiting. Your email address may have been changed: try to sign in with the new one.',
});
