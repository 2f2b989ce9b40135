import type { Collection } from '#domain/collections/collection.ts';

/** The tabs for every collection, then those of auth collections. */
const RECORD_TABS = [
  ['list', 'List/Search'],
  ['view', 'View'],
  ['create', 'Create'],
  ['update', 'Update'],
  ['delete', 'Delete'],
  ['realtime', 'Realtime'],
] as const;

const AUTH_TABS = [
  ['auth-with-password', 'Auth with password'],
  ['auth-with-oauth2', 'Auth with OAuth2'],
  ['auth-refresh', 'Auth refresh'],
  ['request-verification', 'Request verification'],
  ['confirm-verification', 'Confirm verification'],
  ['request-password-reset', 'Request password reset'],
  ['confirm-password-reset', 'Confirm password reset'],
  ['request-email-change', 'Request email change'],
  ['confirm-email-change', 'Confirm email change'],
  ['auth-methods', 'List auth methods'],
  ['list-external-auths', 'List OAuth2 accounts'],
  ['unlink-external-auth', 'Unlink OAuth2 account'],
] as const;

export type DocTabId = (typeof RECORD_TABS | typeof AUTH_TABS)[number][0];

export interface DocTab {
  readonly id: DocTabId;
  readonly title: string;
  /** A divider separates the two groups. */
  readonly group: 'records' | 'auth';
}

/** The tabs of views, which are read-only. */
const VIEW_TABS: readonly DocTabId[] = ['list', 'view'];

function isOffered(id: DocTabId, { type, options }: Collection): boolean {
  if (type === 'view') return VIEW_TABS.includes(id);
  if (id === 'auth-with-password') {
    return options['allowUsernameAuth'] === true || options['allowEmailAuth'] === true;
  }
  return id !== 'auth-with-oauth2' || options['allowOAuth2Auth'] === true;
}

/** The tabs of a collection, in order. */
export function tabsOf(collection: Collection): DocTab[] {
  const tabs: DocTab[] = [
    ...RECORD_TABS.map(([id, title]) => ({ id, title, group: 'records' as const })),
    ...(collection.type === 'auth'
      ? AUTH_TABS.map(([id, title]) => ({ id, title, group: 'auth' as const }))
      : []),
  ];
  return tabs.filter(({ id }) => isOffered(id, collection));
}
