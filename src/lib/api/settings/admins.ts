import { type CallOptions, call, sendAndRead, sendRequest } from '#api/client.ts';
import { withId } from '#api/response.ts';
import type { Identity, IdentityInput } from '#domain/backend/identity.ts';
import { ADMINS_PER_PAGE } from '#domain/settings/admins.ts';
import {
  adminRequest,
  adminsRequest,
  createAdminRequest,
  deleteAdminRequest,
  updateAdminRequest,
} from '#wire/administrators.ts';
import { readIdentity } from '#wire/identities.ts';

export type AdminsQuery = Required<Pick<Parameters<typeof adminsRequest>[0], 'sort' | 'filter'>>;

/** Loads one page of administrators, counted from 1; throws ApiError. */
export async function listAdmins(
  { sort, filter, page }: AdminsQuery & { readonly page: number },
  options: CallOptions = {},
): Promise<readonly Identity[]> {
  const request = adminsRequest({ page, perPage: ADMINS_PER_PAGE, sort, filter });
  const { items } = await sendRequest(request, options);
  return items.map(readIdentity);
}

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
