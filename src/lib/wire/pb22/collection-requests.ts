/* The requests for collections, and what the first script reads of them: it has no room for more. */
import { members, text } from '#domain/app/lenient.ts';
import type { FieldType } from '#domain/backend/field.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import type { ListedCollection } from '#domain/records/list-query.ts';
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

interface Listed22 extends Pick<ListedCollection, 'id' | 'name' | 'type'> {
  readonly schema: readonly {
    readonly name: string;
    readonly type: FieldType;
    readonly presentable: boolean;
    readonly options?: { readonly collectionId?: string };
  }[];
}

/** What lists depend on, of a page of collections as it was sent. */
export const readListed = ({ items }: { readonly items: readonly Listed22[] }): ListedCollection[] =>
  items.map(({ id, name, type, schema }) => ({
    ...{ id, name, type },
    // The list needs those of few collections, and begins with their requests.
    get fields() {
      return schema.map((field) => ({
        ...{ name: field.name, type: field.type, isPresentable: field.presentable },
        collectionId: field.options?.collectionId,
      }));
    },
  }));
