import { sendEarly } from '#browser/early.ts';
import { SIGN_IN_PATH } from '#domain/app/api-requests.ts';

/**
 * Sends the sign-in of a form whose code has not loaded yet; the client takes the response over (`browser/early.ts`).
 * What was typed is sent once, however often the form is submitted.
 *
 * @param form the sign-in form
 * @param base the backend's address with a trailing slash
 */
export function signInEarly(form: HTMLFormElement, base: string): void {
  const body = JSON.stringify({ identity: form['email'].value, password: form['password'].value });
  if (globalThis.atollSignIn?.body === body) return;
  globalThis.atollSignIn?.controller.abort();
  const url = `${base}${SIGN_IN_PATH.slice(1)}`;
  const signIn = { url, body, ...sendEarly(url, { method: 'POST', body }) };
  globalThis.atollSignIn = signIn;
  // Whoever leaves the form does not sign in.
  addEventListener(
    'hashchange',
    () => {
      if (globalThis.atollSignIn !== signIn) return;
      signIn.controller.abort();
      globalThis.atollSignIn = undefined;
    },
    { once: true },
  );
}
