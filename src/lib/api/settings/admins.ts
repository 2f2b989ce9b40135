import { callAdmins } from '#api/auth/admins.ts';
import { type CallOptions, call } from '#api/client.ts';
import { withId } from '#api/response.ts';
import { type Admin, parseAdmin } from '#domain/auth/admin.ts';
import type { adminBody } from '#domain/settings/admin-fields.ts';
import { ADMINS_PER_PAGE } from '#domain/settings/admins.ts';

/** A list of administrators, without the page. */
export interface AdminsQuery {
  readonly sort: string;
  readonly filter: string;
}

type AdminBody = ReturnType<typeof adminBody>;

/** Loads one page of administrators, counted from 1 (AD-02, API-01, API-03); throws ApiError. */
export async function listAdmins(
  { sort, filter, page }: AdminsQuery & { readonly page: number },
  options: CallOptions = {},
): Promise<readonly Admin[]> {
  const { items } = await callAdmins(
    (client, signal) =>
      client.admins.getList(page, ADMINS_PER_PAGE, { sort, filter, query: { skipTotal: 1 }, signal }),
    options,
  );
  return items.map(parseAdmin);
}

/** Loads an administrator as stored; throws ApiError, of status 404 when it was deleted. */
export async function getAdmin(id: string, options: CallOptions = {}): Promise<Admin> {
  return call(
    async (client, signal) => parseAdmin(withId(await client.admins.getOne(id, { signal }), { id })),
    options,
  );
}

/** Creates an administrator (AD-10); throws ApiError. */
export async function createAdmin(body: AdminBody, options: CallOptions = {}): Promise<Admin> {
  return call(
    async (client, signal) => parseAdmin(withId(await client.admins.create(body, { signal }), {}, true)),
    options,
  );
}

/** Updates an administrator (AD-10); if it is the own one, the stored session follows (AD-14). Throws ApiError. */
export async function updateAdmin(id: string, body: AdminBody, options: CallOptions = {}): Promise<Admin> {
  return call(
    async (client, signal) =>
      parseAdmin(withId(await client.admins.update(id, body, { signal }), { id }, true)),
    options,
  );
}

/** Deletes an administrator (AD-13); if it is the own one, the session ends (AD-14). Throws ApiError. */
export async function deleteAdmin(id: string, options: CallOptions = {}): Promise<void> {
  await call((client, signal) => client.admins.delete(id, { signal }), {
    ...options,
    // Deleting the own account ends the session before the response is passed on.
    outlivesSession: true,
  });
}
