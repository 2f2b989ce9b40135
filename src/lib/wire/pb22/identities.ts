/* Administrators, and the session of one. */
import type { ApiRequest, BackendRequest, PageQuery } from '#domain/backend/request.ts';
import { listRequest } from './answers.ts';

const sent = (action: string, body: object): BackendRequest => ({
  path: `/api/admins${action}`,
  method: 'POST',
  body,
});

export const SIGN_IN_PATH = '/api/admins/auth-with-password';
export const signInBody = (identity: string, password: string) => ({ identity, password });
export const signInRequest = (identity: string, password: string): BackendRequest => ({
  path: SIGN_IN_PATH,
  method: 'POST',
  body: signInBody(identity, password),
});

/** Exchanges the token of a session for a fresh one. */
export const refreshRequest: BackendRequest = { path: '/api/admins/auth-refresh', method: 'POST' };

/** Requests a mail with a link. */
export const resetMailRequest = (email: string): BackendRequest => sent('/request-password-reset', { email });
export const resetRequest = (token: string, password: string, passwordConfirm: string): BackendRequest =>
  sent('/confirm-password-reset', { token, password, passwordConfirm });

export const adminsRequest = (query: PageQuery): ApiRequest => listRequest('admins', query);
export const adminRequest = (id: string): BackendRequest => ({ path: ['admins', id] });
/** Whether a session is still valid: the response says nothing else. */
export const checkRequest = (id: string): BackendRequest => ({
  ...adminRequest(id),
  query: { fields: 'id' },
});
/** A backend without administrators accepts it from everybody. */
export const createAdminRequest = (body: object): BackendRequest => sent('', body);
export const updateAdminRequest = (id: string, body: object): BackendRequest => ({
  ...adminRequest(id),
  method: 'PATCH',
  body,
});
export const deleteAdminRequest = (id: string): BackendRequest => ({ ...adminRequest(id), method: 'DELETE' });

/** The backend's own dashboard. One without administrators redirects it to its installer, and no log has the request. */
export const DASHBOARD_PATH = '/_/';
export const isInstaller = (url: string): boolean => url.includes('?installer');

/** Where the dashboard is not served: what is wrong with an empty administrator is told only if there is none. */
export const FIRST_ADMIN_PROBE = { path: '/api/admins', method: 'POST', body: '{}' } as const;
export const asksForFirstAdmin = (status: number): boolean => status === 400;
