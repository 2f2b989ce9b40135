/* What is done with administrators, who are records of one collection. */
import type { IdentityInput } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { recordRequest, saveRecordRequest } from '../both/records.ts';
import { IDENTITIES, ADMINISTRATOR as SUPERUSERS } from './identities.ts';

const sent = (action: string, body: object): BackendRequest => ({
  path: `${IDENTITIES}/${action}`,
  method: 'POST',
  body,
});

/** Requests a mail with a link. */
export const resetMailRequest = (email: string): BackendRequest => sent('request-password-reset', { email });
export const resetRequest = (token: string, password: string, passwordConfirm: string): BackendRequest =>
  sent('confirm-password-reset', { token, password, passwordConfirm });

export const adminRequest = (id: string): BackendRequest => recordRequest(SUPERUSERS, id);

const bodyOf = ({ email, changePassword, password, passwordConfirm }: IdentityInput) => ({
  email,
  ...(changePassword && { password, passwordConfirm }),
});

export const createAdminRequest = (input: IdentityInput): BackendRequest =>
  saveRecordRequest(SUPERUSERS, undefined, bodyOf(input));
export const updateAdminRequest = (id: string, input: IdentityInput): BackendRequest =>
  saveRecordRequest(SUPERUSERS, id, bodyOf(input));
/** The token of the installer's link allows it, and ends with it. */
export const firstAdminRequest = (
  body: Readonly<Record<'email' | 'password' | 'passwordConfirm', string>>,
): BackendRequest => saveRecordRequest(SUPERUSERS, undefined, body);
export const deleteAdminRequest = (id: string): BackendRequest => ({
  ...adminRequest(id),
  method: 'DELETE',
});
