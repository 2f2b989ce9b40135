/* The requests for collections. */
import { isObject, members, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import { hasId, quoteText } from '#domain/model/filter/print.ts';
import { listRequest } from './answers.ts';

const COLLECTIONS = '/api/collections';

/** A page of all collections, sorted by name; pages are counted from 1. */
export const collectionsRequest = (perPage: number, page = 1): ApiRequest =>
  listRequest('collections', { page, perPage, sort: '+name' });

/** The number of all collections, and when the last one was changed. */
export const lastChangeRequest: ApiRequest = {
  path: COLLECTIONS,
  query: { page: 1, perPage: 1, sort: '-updated', fields: 'updated' },
};

/** Of the first item of its answer; empty without one. */
export const readLastChange = (item: unknown): string => text(members(item)['updated']);

/** By its id, or its name, whose case the backend ignores. */
export const collectionRequest = (idOrName: string): BackendRequest => ({ path: ['collections', idOrName] });

/** A list with this one: its database says it, and not what the backend has in memory. */
export const storedCollectionRequest = (id: string): ApiRequest =>
  listRequest('collections', { page: 1, perPage: 1, sort: '', filter: hasId(id) });

/** A list with those that have this name, or one that is like it. */
export const namedCollectionsRequest = (name: string): ApiRequest =>
  listRequest('collections', { page: 1, perPage: 500, sort: '', filter: `name~${quoteText(name)}` });

/** Changes a collection, or without an id creates one. */
export const saveCollectionRequest = (id: string | undefined, body: object): BackendRequest =>
  id === undefined
    ? { path: COLLECTIONS, method: 'POST', body }
    : { ...collectionRequest(id), method: 'PATCH', body };

export const deleteCollectionRequest = (id: string): BackendRequest => ({
  ...collectionRequest(id),
  method: 'DELETE',
});

/** Replaces collections by the given ones: all or none. */
export const importRequest = (body: object): BackendRequest => ({
  path: `${COLLECTIONS}/import`,
  method: 'PUT',
  body,
});

/** One collection as its backend has it. */
export const collectionText = ({ raw }: Pick<Collection, 'raw'>): string => JSON.stringify(raw, null, 2);

/** As PocketBase's own dashboard exports it: without providers, whose secrets no answer has and a new one needs. */
function exported({ raw }: Pick<Collection, 'raw'>): unknown {
  const { oauth2 } = members(raw);
  if (!isObject(oauth2)) return raw;
  const { providers: _, ...rest } = oauth2;
  return { ...members(raw), oauth2: rest };
}

/** The text of collections that nobody has changed. */
export const storedText = (collections: readonly Collection[]): string =>
  JSON.stringify(collections.map(exported), null, 4);
