import type { Request } from '@playwright/test';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';
import type { Collection } from '../factories.ts';

/** A field as the backend returns it. */
export type StoredField = Collection['schema'][number] & { required: boolean; presentable: boolean };

/** A collection as the backend returns it. */
export interface StoredCollection extends Collection {
  schema: StoredField[];
  indexes: string[];
}

/** The stored fields of a collection, by name. */
export async function storedFields(api: AdminApi, name: string): Promise<Record<string, StoredField>> {
  const { schema } = await api.get<StoredCollection>(`/api/collections/${name}`);
  return Object.fromEntries(schema.map((field) => [field.name, field]));
}

/** Sets rules of a collection through the API; null locks a rule. */
export const setRules = (
  backend: Backend,
  { id }: Collection,
  rules: Record<string, string | null>,
): Promise<Collection> => backend.api.patch<Collection>(`/api/collections/${id}`, rules);

/** The request body that creates or changes a collection. */
export interface CollectionBody {
  [name: string]: unknown;
  schema: Record<string, unknown>[];
  indexes: string[];
}

/** The body of a request that writes a collection. */
export const bodyOf = (request: Request): CollectionBody => request.postDataJSON();

/** Whether a request uses `method` and `path`; a POST to the default path creates a collection. */
export const isWrite = (request: Request, method: string, path = '/api/collections'): boolean =>
  request.method() === method && new URL(request.url()).pathname === path;
