import { type CallOptions, sendRequest } from '#api/client.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { firstAdminRequest, resetMailRequest, resetRequest } from '#wire/administrators.ts';
import { callAdmins } from './admins.ts';

/** Sends a request about administrators, see {@link callAdmins}. */
export const sendAdmins = <T = unknown>(request: BackendRequest, options: CallOptions = {}): Promise<T> =>
  callAdmins((client, signal) => client.send<T>(request.path, { ...request, signal }), options);

/** Creates the first administrator; a backend without administrators accepts this from everybody. */
export async function createFirstAdmin(body: Parameters<typeof firstAdminRequest>[0]): Promise<void> {
  await sendAdmins(firstAdminRequest(body));
}

/** Requests a mail with a reset link; succeeds for unknown addresses too. */
export async function requestAdminReset(email: string): Promise<void> {
  await sendAdmins(resetMailRequest(email));
}

/** Sets a new password with the token of a reset mail. */
export async function confirmAdminReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  await sendRequest(resetRequest(token, password, passwordConfirm), {});
}
