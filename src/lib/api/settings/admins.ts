import { type CallOptions, sendRequest } from '#api/client.ts';
import type { Identity } from '#domain/backend/identity.ts';
import { ADMINS_PER_PAGE } from '#domain/settings/admins.ts';
import { adminsRequest } from '#wire/admins-request.ts';
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
