import { toStamp } from '#scripts/lib/bulk.ts';
import { PROGRAMS } from '#scripts/lib/lines.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import type { Line } from '#wire/choose.ts';
import { ADMINISTRATOR } from '#wire/sign-in.ts';
import type { Backend } from './backend.ts';
import { type RecordRow, uniqueName, updateCollection } from './factories.ts';
import { has } from './lines.ts';
import { storeSettings } from './settings/stored.ts';
import { ADMIN_PASSWORD, CHEAP_HASH } from './template.ts';

/*
 * Accounts, written into the database: PocketBase takes a third of a second of a core for every password that it
 * hashes or compares with its own hash.
 */

/** The password of {@link createUser} and {@link createAdmin}. */
export const PASSWORD = ADMIN_PASSWORD;

let count = 0;

/** What the database has of an account, whichever kind it is. */
function account(line: Line) {
  count += 1;
  const id = `account${String(count).padStart(8, '0')}`;
  const now = toStamp(Date.now());
  const email = `account${count}@example.com`;
  const { password } = PROGRAMS[line];
  // Newer backends save no account whose key has fewer than 30 characters.
  return {
    id,
    created: now,
    updated: now,
    email,
    tokenKey: `a key of the account ${id}`,
    [password]: CHEAP_HASH,
  };
}

/** Creates a user of an auth collection; `data` has no passwords and no files. */
export async function createUser(
  { api, insertRows, line }: Pick<Backend, 'api' | 'insertRows' | 'line'>,
  collection: string,
  data: object = {},
): Promise<RecordRow> {
  const { name } = await api.get<{ name: string }>(`/api/collections/${collection}`);
  const made = account(line);
  const flags = { emailVisibility: false, verified: false };
  insertRows('data', name, [{ ...made, ...PROGRAMS[line].userColumns(made.id), ...flags, ...data }]);
  return api.get<RecordRow>(`/api/collections/${name}/records/${made.id}`);
}

/** An administrator as the backend returns it. */
export interface StoredAdmin {
  readonly id: string;
  readonly email: string;
  readonly avatar: number;
  readonly created: string;
  readonly updated: string;
}

/** Creates an administrator like somebody else. */
export function createAdmin(
  { api, insertRows, line }: Pick<Backend, 'api' | 'insertRows' | 'line'>,
  email?: string,
): Promise<StoredAdmin> {
  const made = account(line);
  const { adminColumns, admins } = PROGRAMS[line];
  insertRows('data', admins, [{ ...made, email: email ?? made.email, ...adminColumns(1) }]);
  return api.get<StoredAdmin>(`${ADMIN_CALLS.all}/${made.id}`);
}

/** Ends the sessions of an administrator, as a change of its password does. */
export function endAdminSessions({ line, write }: Pick<Backend, 'line' | 'write'>, email: string): void {
  write('data', (db) =>
    db
      .prepare(`UPDATE ${PROGRAMS[line].admins} SET tokenKey = ? WHERE email = ?`)
      .run(uniqueName('key'), email),
  );
}

/** How long new sessions of administrators last, in s. */
export async function setSessionDuration({ api }: Pick<Backend, 'api'>, seconds: number): Promise<void> {
  if (has('hasSignInSettings')) await storeSettings(api, { 'tokens.adminAuth.duration': seconds });
  else
    await updateCollection(api, ADMINISTRATOR, ({ auth }) => ({
      auth: { own: auth?.own && { ...auth.own, 'tokens.auth.duration': seconds } },
    }));
}

/** Links accounts of providers to a user; the API does so only after a real sign-in with the provider. */
export function linkProviders(
  { insertRows, line }: Pick<Backend, 'insertRows' | 'line'>,
  { collection, user }: { readonly collection: string; readonly user: string },
  links: readonly { readonly id?: string; readonly provider: string; readonly providerId: string }[],
): void {
  const now = toStamp(Date.now());
  const owner = PROGRAMS[line].linkColumns(collection, user);
  const rows = links.map((link) => ({
    id: uniqueName('link'),
    ...owner,
    created: now,
    updated: now,
    ...link,
  }));
  insertRows('data', '_externalAuths', rows);
}
