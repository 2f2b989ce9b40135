/* The requests for one collection, and those that change collections. */
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import { hasId, quoteText } from '#domain/model/filter/print.ts';
import { listRequest } from './answers.ts';
import { COLLECTIONS } from './collection-requests.ts';

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
