import '#wire/both-lines.ts';
import process from 'node:process';
import { line as newerDocs } from '#domain/docs/v0.23/line.ts';
import { installedPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { documented, FACTS, type FactName } from '#tests/contract/facts.ts';
import { SUPERUSERS_ID } from '#wire/both/identities.ts';
import type { Line } from '#wire/choose.ts';
import { lineOfVersion } from '#wire/versions.ts';
import type { AdminApi } from './admin-api.ts';

/* What browser tests say in the words of the backend that they run on. */

/** The version of the program that is tested. */
export const testedVersion = process.env['POCKETBASE'] || installedPocketBase()?.version || '';

/** The line of the program that is tested, also before it runs. */
export const testedLine: Line = lineOfVersion(testedVersion) ?? 'pb22';

/** A value of the tested line. */
export const onLine = <T, U = T>(pb22: T, pb23: U): T | U => (testedLine === 'pb23' ? pb23 : pb22);

/** What people call an administrator, and several of them. */
export const ADMIN = onLine('admin', 'superuser');
export const ADMINS = onLine('admins', 'superusers');

/** What the token of an administrator says of whose it is, and that of a user. */
export const ADMIN_CLAIMS = onLine({ type: 'admin' }, { type: 'auth', collectionId: SUPERUSERS_ID });
export const USER_CLAIMS = onLine({ type: 'authRecord' }, { type: 'auth', collectionId: '_pb_users_auth_' });

/** What a log says of who sent the request of an administrator. */
export const ADMIN_IN_LOG = globalThis.atollWires?.[testedLine]?.logWords.callers.administrator ?? '';

/** What the backend says of settings that it refuses. */
export const REFUSED_SETTINGS = onLine(
  'Something went wrong while processing your request.',
  'An error occurred while saving the new settings.',
);

/** Whether `docs/capabilities.md` says yes of the program that is tested. */
export const has = (fact: FactName): boolean => documented(testedVersion)(fact) === true;

/** What settings say of a secret that is stored, and of one that is not. */
export const SECRET = has('tellsSecrets') ? { kept: 'set' } : { kept: 'unknown' };
export const NO_SECRET = has('tellsSecrets') ? '' : { kept: 'unknown' };

/** Of what the backend says when a session has ended. */
export const SIGNED_OUT = onLine('valid admin authorization token', newerDocs.tokenMissing);

/** The annotation of a test that left out steps. */
export const LEFT_OUT = 'left out';

/** What is left out for the want of a fact is reported as this. */
export const reasonOf = (need: FactName): string => `Needs: ${FACTS[need].says}`;

/** Leaves a test out where the backend does not have what it is about: `test.skip(...without('hasUsernames'))`. */
export const without = (need: FactName): [isLeftOut: boolean, reason: string] => [!has(need), reasonOf(need)];

/** The names of columns with the dates of a record, where the backend has put them. */
export const withDates = (...own: readonly string[]): string[] =>
  has('addsDates') ? ['id', 'created', 'updated', ...own] : ['id', ...own, 'created', 'updated'];

/** What the page calls a column with a date in what it stores. */
export async function dateKey(
  api: AdminApi,
  collection: string,
  name: 'created' | 'updated',
): Promise<string> {
  const { fields = [] } = await api.get<{ fields?: { id: string; name: string }[] }>(
    `/api/collections/${collection}`,
  );
  return fields.find((field) => field.name === name)?.id ?? `@${name}`;
}
