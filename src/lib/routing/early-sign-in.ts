import type { sendAhead } from './early-requests.ts';

/**
 * Sends the sign-in of a form whose code has not loaded yet; the client takes the response over (`browser/early.ts`).
 * What was typed is sent once, however often the form is submitted. The inline script contains this function as text,
 * so it must not refer to anything outside it.
 *
 * @param form the sign-in form
 * @param base the backend's address with a trailing slash
 * @param ahead sends the request
 */
export function signInEarly(form: HTMLFormElement, base: string, ahead: typeof sendAhead): void {
  const body = JSON.stringify({ identity: form['email'].value, password: form['password'].value });
  if (globalThis.atollSignIn?.body === body) return;
  globalThis.atollSignIn?.controller.abort();
  const url = `${base}api/admins/auth-with-password`;
  const signIn = { url, body, ...ahead(url, { method: 'POST', body }) };
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
