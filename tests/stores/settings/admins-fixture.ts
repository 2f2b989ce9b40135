import { isObject } from '#domain/app/lenient.ts';
import type { Identity } from '#domain/backend/identity.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { startSession } from '#stores/app/session.ts';
import { $admins, startAdmins } from '#stores/settings/admins/list.ts';
import { createAdmin } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { ADMIN_EMAIL } from '#tests/support/template.ts';
import { readIdentity } from '#wire/identities.ts';
import { backend, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

/** Starts the stores of the page for all tests of a file. */
export function startAdminsPage(): void {
  startStores(() => [startSession(), startRouting(), startAdmins()]);
}

/** Opens the page with this query, and waits until all is loaded. */
export async function openAdmins(query: Readonly<Record<string, string>> = {}): Promise<readonly Identity[]> {
  go('settingsAdmins', query);
  return loaded();
}

/** Waits until no page of the list is pending. */
export async function loaded(): Promise<readonly Identity[]> {
  const list = await until(
    $admins,
    (load) =>
      load.state === 'ready' && load.loading === undefined && (!load.hasMore || !!load.hasLoadMoreError),
  );
  return list.state === 'ready' ? list.items : [];
}

/** Creates an administrator like somebody else. */
export const createStored = async (): Promise<Identity> => readIdentity(await createAdmin(backend()));

export const storedAdmin = async (id: string): Promise<Identity> =>
  readIdentity(await backend().api.get(`/api/admins/${id}`));

/** Whether an administrator can sign in. */
export async function canSignIn(email: string, password: string): Promise<boolean> {
  return createAdminApi(backend().url, { email, password })
    .token()
    .then(
      () => true,
      () => false,
    );
}

/** Removes all administrators but the first. */
export async function removeOthers(): Promise<void> {
  const { items } = await backend().api.get<{ items: unknown[] }>('/api/admins?perPage=100');
  for (const item of items.map(readIdentity))
    if (item.email !== ADMIN_EMAIL) await backend().api.delete(`/api/admins/${item.id}`);
}

/** The body of a request as an object. */
export const bodyOf = (body: unknown): object => {
  const parsed: unknown = JSON.parse(String(body));
  return isObject(parsed) ? parsed : {};
};
