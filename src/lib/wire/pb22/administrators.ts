/* What is done with administrators: the sign-in has no room for it. */
import type { IdentityInput } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';

const sent = (action: string, body: object): BackendRequest => ({
  path: `/api/admins${action}`,
  method: 'POST',
  body,
});

/** Requests a mail with a link. */
export const resetMailRequest = (email: string): BackendRequest => sent('/request-password-reset', { email });
export const resetRequest = (token: string, password: string, passwordConfirm: string): BackendRequest =>
  sent('/confirm-password-reset', { token, password, passwordConfirm });

export const adminRequest = (id: string): BackendRequest => ({ path: ['admins', id] });
/** A backend without administrators accepts it from everybody. */
export const firstAdminRequest = (
  body: Readonly<Record<'email' | 'password' | 'passwordConfirm', string>>,
): BackendRequest => sent('', body);

const bodyOf = ({ email, avatar, changePassword, password, passwordConfirm }: IdentityInput) => ({
  email,
  avatar,
  ...(changePassword && { password, passwordConfirm }),
});

export const createAdminRequest = (input: IdentityInput): BackendRequest => sent('', bodyOf(input));
export const updateAdminRequest = (id: string, input: IdentityInput): BackendRequest => ({
  ...adminRequest(id),
  method: 'PATCH',
  body: bodyOf(input),
});
export const deleteAdminRequest = (id: string): BackendRequest => ({ ...adminRequest(id), method: 'DELETE' });
