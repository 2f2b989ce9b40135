/* What the requests and answers of several features have in common. */
import { members } from '#domain/app/lenient.ts';
import type { ApiRequest, PageQuery } from '#domain/backend/request.ts';

/** Without the number of all items: counting takes long. */
export const listRequest = (path: string, { page, perPage, ...query }: PageQuery): ApiRequest => ({
  path: `/api/${path}`,
  query: { page, perPage, skipTotal: 1, ...query },
});

/** For the number of all items that match a filter. */
export const totalQuery = (filter: string) => ({ page: 1, perPage: 1, filter, fields: 'id' });

/** Undefined for an answer that is no list. */
export const listIn = <T>(answer: unknown, read: (item: unknown) => T): readonly T[] | undefined =>
  Array.isArray(answer) ? answer.map((item) => read(item)) : undefined;

/** A member that must be a text with content, such as a token; undefined if it is none. */
export function textIn(answer: unknown, name: string): string | undefined {
  const value = members(answer)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
