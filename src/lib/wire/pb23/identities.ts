/* Who is signed in to 0.23 and newer: a record of a collection of administrators. */
import { members, text } from '#domain/app/lenient.ts';
import type { Identity } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';

/** What is missing becomes empty. */
export function readIdentity(value: unknown): Identity {
  const { id, email, created, updated } = members(value);
  return {
    id: text(id),
    email: text(email),
    avatar: undefined,
    created: text(created),
    updated: text(updated),
  };
}

export const IDENTITIES = '/api/collections/_superusers';
/** The member of an answer with who is signed in. */
export const SIGNED_IN = 'record';

/**
 * Whether a session is still valid. A guest may ask for an administrator, too, and is refused like somebody without
 * the right; only routes of administrators tell. No log has a success of this one.
 */
export const checkRequest = (_id: string): BackendRequest => ({
  path: '/api/logs',
  query: { page: 1, perPage: 1, skipTotal: 1, fields: 'id' },
});

/** The name of their collection, also what the log says of who sent a request. */
export const ADMINISTRATOR = '_superusers';
