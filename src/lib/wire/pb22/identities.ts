/* Whether a backend is there and what it is, who is signed in, and whether anybody can be. */
import { isObject, type JsonObject, members, text } from '#domain/app/lenient.ts';
import { readClaims } from '#domain/auth/token.ts';
import { avatarOf, type Identity } from '#domain/backend/identity.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';

/** What is missing becomes empty. Written by hand: Valibot would be the largest part of the sign-in page. */
export function readIdentity(value: unknown): Identity {
  const { id, email, avatar, created, updated } = members(value);
  return {
    id: text(id),
    email: text(email),
    avatar: avatarOf(avatar),
    created: text(created),
    updated: text(updated),
  };
}

/** @param now in ms since 1970 */
export function isValidAdminToken(token: string, now: number): boolean {
  const { type, exp }: JsonObject = Object(readClaims(token));
  return type === 'admin' && typeof exp === 'number' && exp * 1000 > now;
}

export const SIGN_IN_PATH = '/api/admins/auth-with-password';
export const signInBody = (identity: string, password: string) => ({ identity, password });
export const signInRequest = (identity: string, password: string): BackendRequest => ({
  path: SIGN_IN_PATH,
  method: 'POST',
  body: signInBody(identity, password),
});

/** The token of a sign-in, if there is one, and the administrator as the session stores it. */
export const readSession = (
  answer: unknown,
): { readonly token: string | undefined; readonly model: unknown } => ({
  token: text(members(answer)['token']) || undefined,
  model: members(answer)['admin'],
});

/** Exchanges the token of a session for a fresh one. */
export const refreshRequest: BackendRequest = { path: '/api/admins/auth-refresh', method: 'POST' };

/** Whether a session is still valid: the response says nothing else. */
export const checkRequest = (id: string): BackendRequest => ({
  path: ['admins', id],
  query: { fields: 'id' },
});
/** The backend's own dashboard. One without administrators redirects it to its installer, and no log has the request. */
export const DASHBOARD_PATH = '/_/';
export const isInstaller = (url: string): boolean => url.includes('?installer');

/** Where the dashboard is not served: what is wrong with an empty administrator is told only if there is none. */
export const FIRST_ADMIN_PROBE = { path: '/api/admins', method: 'POST', body: '{}' } as const;
export const asksForFirstAdmin = (status: number): boolean => status === 400;

export const healthRequest: ApiRequest = { path: '/api/health' };

/** {@link healthRequest} tells only administrators of 0.23 whether a backup can run. No version logs it as an error. */
export function isNewerHealth(answer: unknown): boolean {
  const { code, data } = members(answer);
  return code === 200 && isObject(data) && !Object.hasOwn(data, 'canBackup');
}
