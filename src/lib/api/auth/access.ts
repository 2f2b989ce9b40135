import { sendRequest } from '#api/client.ts';
import { firstAdminRequest, resetMailRequest, resetRequest } from '#wire/administrators.ts';

/** Creates the first administrator; a backend without administrators accepts this from everybody. */
export async function createFirstAdmin(body: Parameters<typeof firstAdminRequest>[0]): Promise<void> {
  await sendRequest(firstAdminRequest(body), {});
}

/** Requests a mail with a reset link; succeeds for unknown addresses too. */
export async function requestAdminReset(email: string): Promise<void> {
  await sendRequest(resetMailRequest(email), {});
}

/** Sets a new password with the token of a reset mail. */
export async function confirmAdminReset(
  token: string,
  password: string,
  passwordConfirm: string,
): Promise<void> {
  await sendRequest(resetRequest(token, password, passwordConfirm), {});
}
