/* What the users of an auth collection do, and what is done with them beside their records. */
import type { BackendRequest } from '#domain/backend/request.ts';
import { textIn } from './answers.ts';

const sent = (path: readonly string[], body: object) => ({ path, method: 'POST', body }) as const;

/** `identity`: the name of a user, or its address. */
export const userSignInRequest = (collection: string, identity: string, password: string) =>
  sent(['collections', collection, 'auth-with-password'], { identity, password });

/** The token of a sign-in. */
export const readUserToken = (answer: unknown): string | undefined => textIn(answer, 'token');

const MAILS = { verification: 'request-verification', reset: 'request-password-reset' } as const;

/** Lets the backend send a mail with a link to a user. */
export const userMailRequest = (
  mail: keyof typeof MAILS,
  collection: string,
  email: string,
): BackendRequest => sent(['collections', collection, MAILS[mail]], { email });

const LINKS = {
  reset: 'confirm-password-reset',
  verification: 'confirm-verification',
  email: 'confirm-email-change',
} as const;

/** Hands in the token of a link, with what the user has typed. */
export const confirmRequest = (link: keyof typeof LINKS, collection: string, body: object): BackendRequest =>
  sent(['collections', collection, LINKS[link]], body);
