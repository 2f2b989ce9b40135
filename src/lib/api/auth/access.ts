import { sendRequest } from '#api/client.ts';
import { callAdmins } from './admins.ts';

/** Creates the first administrator; a backend without administrators accepts this from everybody. */
export async function createFirstAdmin(
  body: Readonly<Record<'email' | 'password' | 'passwordConfirm', string>>,
): Promise<void> {
  await callAdmins((client, signal) => client.send('/api/admins', { method: 'POST', body, signal }));
}

/** Requests a mail with a reset link; succeeds for unknown addresses too. */
export async function requestAdminReset(email: string): Promise<void> {
  const sent = { method: 'POST', body: { email } } as const;
  await callAdmins((client, signal) =>
    client.send('/api/admins/request-password-reset', { ...sent, signal }),
  );
}

/** Sets a new password with the token of a reset mail. */
export async function confirmAdminReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  const body = { token, password, passwordConfirm };
  await sendRequest({ path: '/api/admins/confirm-password-reset', method: 'POST', body }, {});
}
