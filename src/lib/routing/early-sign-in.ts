/**
 * Sends the sign-in of a form whose code has not loaded yet; the client takes the response over (`browser/early.ts`).
 * What was typed is sent once, however often the form is submitted. The inline script contains this function as text,
 * so it must not refer to anything outside it.
 *
 * @param form the sign-in form
 * @param base the backend's address with a trailing slash
 */
export function signInEarly(form: HTMLFormElement, base: string): void {
  const body = JSON.stringify({ identity: form['email'].value, password: form['password'].value });
  if (globalThis.atollSignIn?.body === body) return;
  globalThis.atollSignIn?.controller.abort();
  const url = `${base}api/admins/auth-with-password`;
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': navigator.language };
  const controller = new AbortController();
  const response = fetch(url, { method: 'POST', headers, body, signal: controller.signal });
  // Who takes the response over handles the error.
  response.catch(() => {});
  const signIn = { url, body, response, controller };
  globalThis.atollSignIn = signIn;
  // Whoever leaves the form does not sign in.
  addEventListener(
    'hashchange',
    () => {
      if (globalThis.atollSignIn !== signIn) return;
      controller.abort();
      globalThis.atollSignIn = undefined;
    },
    { once: true },
  );
}
