import { type CallOptions, call, sendAndRead } from '#api/client.ts';
import { withId } from '#api/response.ts';
import type { Identity, IdentityInput } from '#domain/backend/identity.ts';
import {
  adminRequest,
  createAdminRequest,
  deleteAdminRequest,
  updateAdminRequest,
} from '#wire/administrators.ts';
import { readIdentity } from '#wire/identities.ts';

/** Loads an administrator as stored; throws ApiError, of status 404 when it was deleted. */
export const getAdmin = (id: string, options: CallOptions = {}): Promise<Identity> =>
  sendAndRead(adminRequest(id), options, (response) => readIdentity(withId(response, { id })));

/** Creates an administrator; throws ApiError. */
export const createAdmin = (input: IdentityInput, options: CallOptions = {}): Promise<Identity> =>
  sendAndRead(createAdminRequest(input), options, (response) => readIdentity(withId(response, {}, true)));

/** Updates an administrator; if it is the own one, the stored session follows. Throws ApiError. */
export async function updateAdmin(
  id: string,
  input: IdentityInput,
  options: CallOptions = {},
): Promise<Identity> {
  return call(async (client, signal) => {
    const request = updateAdminRequest(id, input);
    const response = await client.send(request.path, { ...request, signal });
    const stored = withId(response, { id }, true);
    const { session } = client;
    if (readIdentity(session.model).id === id) session.save(session.token, stored);
    return readIdentity(stored);
  }, options);
}

/** Deletes an administrator; if it is the own one, the session ends. Throws ApiError. */
export async function deleteAdmin(id: string, options: CallOptions = {}): Promise<void> {
  await call(
    async (client, signal) => {
      const request = deleteAdminRequest(id);
      await client.send(request.path, { ...request, signal });
      if (readIdentity(client.session.model).id === id) client.session.clear();
    },
    // Deleting the own account ends the session before the response is passed on.
    { ...options, outlivesSession: true },
  );
}
