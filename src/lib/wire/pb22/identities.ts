/* Who is signed in to 0.22, and whether anybody can be. */
import { members, text } from '#domain/app/lenient.ts';
import { avatarOf, type Identity } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';

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

export const IDENTITIES = '/api/admins';
/** The member of an answer with who is signed in. */
export const SIGNED_IN = 'admin';

/** Whether a session is still valid: the response says nothing else. */
export const checkRequest = (id: string): BackendRequest => ({
  path: ['admins', id],
  query: { fields: 'id' },
});

/** What the log says of who sent a request. */
export const ADMINISTRATOR = 'admin';
