import type { Request } from '@playwright/test';
import { ownFields, type Collection as Stored } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { readCollection } from '#wire/collections.ts';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';

/** A collection as it is stored, without the columns that the backend adds by itself. */
export const storedCollection = async (api: AdminApi, id: string): Promise<Stored> =>
  withOwnFields(await api.get(`/api/collections/${id}`));

function withOwnFields(json: unknown): Stored {
  const collection = readCollection(json);
  // Newer collections begin with dates, which tests of fields leave out, too.
  const fields = ownFields(collection).filter(({ type }) => type !== 'autodate');
  return { ...collection, fields };
}

/** The stored fields of a collection, by name. */
export async function storedFields(api: AdminApi, name: string): Promise<Record<string, Field>> {
  const { fields } = await storedCollection(api, name);
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}

/** Sets rules of a collection through the API; null locks a rule. */
export const setRules = (
  backend: Backend,
  { id }: Pick<Stored, 'id'>,
  rules: Record<string, string | null>,
): Promise<unknown> => backend.api.patch(`/api/collections/${id}`, rules);

/** What a request that writes a collection says of it. */
export const bodyOf = (request: Request): Stored => withOwnFields(request.postDataJSON());

/** Whether a request uses `method` and `path`; a POST to the default path creates a collection. */
export const isWrite = (request: Request, method: string, path = '/api/collections'): boolean =>
  request.method() === method && new URL(request.url()).pathname === path;
