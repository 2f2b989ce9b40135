/* The accounts of providers that are linked to a user: records of a collection of the backend. */
import { members, text } from '#domain/app/lenient.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import type { ExternalAuth } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { quoteText } from '#domain/model/filter/print.ts';
import { listIn } from '../both/answers.ts';
import { deleteRecordRequest, recordRequest } from '../both/records.ts';

const LINKS = '_externalAuths';
/** More than there are providers. */
const MOST = 500;

/** @param collection its id */
export const linksRequest = (collection: string, user: string): BackendRequest => ({
  ...recordRequest(LINKS),
  query: {
    ...{ page: 1, perPage: MOST, skipTotal: 1, sort: '-@rowid' },
    filter: `collectionRef=${quoteText(collection)}&&recordRef=${quoteText(user)}`,
  },
});

/** Undefined for an answer that is no list. */
export const readLinks = (answer: unknown): readonly ExternalAuth[] | undefined =>
  listIn(members(answer)['items'], (item) => {
    const { id, provider, providerId } = members(item);
    return { id: text(id), provider: text(provider), providerId: text(providerId) };
  });

export const unlinkRequest = (
  _collection: string,
  _user: string,
  { id }: Pick<ExternalAuth, 'id' | 'provider'>,
): BackendRequest => deleteRecordRequest(LINKS, id);

/** Asks for a token of an account that is valid for some seconds. */
export const impersonateRequest = (collection: string, id: string, seconds: number) =>
  ({
    path: ['collections', collection, 'impersonate', id],
    method: 'POST',
    body: { duration: seconds },
  }) as const;

/** Which accounts need a second factor when they sign in, null: none; undefined where there is no such thing. */
export const secondFactorOf = ({ authRule, raw }: Pick<Collection, 'authRule' | 'raw'>): Rule | undefined => {
  const { enabled, rule } = members(members(raw)['mfa']);
  if (authRule === undefined) return undefined;
  return enabled === true ? text(rule) : null;
};
