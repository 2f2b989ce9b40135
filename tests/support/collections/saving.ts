import type { Request } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';
import type { Collection } from '../factories.ts';

/** A field as the backend gives it back. */
export type StoredField = Collection['schema'][number] & { required: boolean; presentable: boolean };

/** A collection as the backend gives it back. */
export interface StoredCollection extends Collection {
  schema: StoredField[];
  indexes: string[];
}

/** The fields of a collection by their names, as the backend has them. */
export async function storedFields(api: AdminApi, name: string): Promise<Record<string, StoredField>> {
  const { schema } = await api.get<StoredCollection>(`/api/collections/${name}`);
  return Object.fromEntries(schema.map((field) => [field.name, field]));
}

/** Sets rules of a collection, past the interface; null locks one. */
export const setRules = (
  backend: Backend,
  { id }: Collection,
  rules: Record<string, string | null>,
): Promise<Collection> => backend.api.patch<Collection>(`/api/collections/${id}`, rules);

/** What is sent to make or to change a collection. */
export interface CollectionBody {
  [name: string]: unknown;
  schema: Record<string, unknown>[];
  indexes: string[];
}

/** The body of a request that writes a collection. */
export const bodyOf = (request: Request): CollectionBody => request.postDataJSON();

/** Whether a request writes with `method` at `path`; a POST to the default makes a collection. */
export const isWrite = (request: Request, method: string, path = '/api/collections'): boolean =>
  request.method() === method && new URL(request.url()).pathname === path;
