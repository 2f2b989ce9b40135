/* What the backend keeps of sign-ins, as records of collections of its own, and what ends them. */

import type { SignInTrace, TraceKind } from '#domain/access/sign-ins.ts';
import { members, ownOf, text } from '#domain/app/lenient.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { quoteText } from '#domain/model/filter/print.ts';
import { listIn } from '../both/answers.ts';
import { deleteRecordRequest, recordRequest, saveRecordRequest } from '../both/records.ts';

const KEPT_IN: Readonly<Record<TraceKind, string>> = {
  place: '_authOrigins',
  code: '_otps',
  factor: '_mfas',
};

/** More than an account has: what is not used is deleted after some minutes, and there are five places at most. */
const MOST = 500;

const METHODS: Readonly<Record<string, string>> = {
  password: 'password',
  otp: 'one-time password',
  oauth2: 'provider (OAuth2)',
};

/** @param collection its id */
export const tracesRequest = (kind: TraceKind, collection: string, account: string): BackendRequest => ({
  ...recordRequest(KEPT_IN[kind]),
  query: {
    ...{ page: 1, perPage: MOST, skipTotal: 1, sort: '-updated' },
    filter: `collectionRef=${quoteText(collection)}&&recordRef=${quoteText(account)}`,
    // Never a code, or what makes a place known.
    fields: 'id,created,updated,method,sentTo',
  },
});

/** Undefined for an answer that is no list. */
export const readTraces = (answer: unknown): readonly SignInTrace[] | undefined =>
  listIn(members(answer)['items'], (item) => {
    const { id, created, updated, method, sentTo } = members(item);
    const about = ownOf(METHODS, text(method)) ?? (text(method) || text(sentTo));
    return { id: text(id), created: text(created), updated: text(updated), about };
  });

export const deleteTraceRequest = (kind: TraceKind, id: string): BackendRequest =>
  deleteRecordRequest(KEPT_IN[kind], id);

/** Gives an account another key for all its tokens, which the backend makes: no token is valid after that. */
export const endSessionsRequest = (collection: string, account: string): BackendRequest =>
  saveRecordRequest(collection, account, { 'tokenKey:autogenerate': '' });
