/* The accounts of providers that are linked to a user. */
import { members, text } from '#domain/app/lenient.ts';
import type { ExternalAuth } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { listIn } from '../both/answers.ts';

const linksPath = (collection: string, user: string) => [
  ...['collections', collection, 'records', user, 'external-auths'],
];

export const linksRequest = (collection: string, user: string): BackendRequest => ({
  path: linksPath(collection, user),
});

/** Undefined for an answer that is no list. */
export const readLinks = (answer: unknown): readonly ExternalAuth[] | undefined =>
  listIn(answer, (item) => {
    const { id, provider, providerId } = members(item);
    return { id: text(id), provider: text(provider), providerId: text(providerId) };
  });

export const unlinkRequest = (
  collection: string,
  user: string,
  { provider }: Pick<ExternalAuth, 'id' | 'provider'>,
): BackendRequest => ({
  path: [...linksPath(collection, user), provider],
  method: 'DELETE',
});
