import type { Escapes } from '#domain/backend/dialect.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import { adminsRequest } from './admins-request.ts';

/** Lists an administrator where both texts are read alike: every backend takes it. */
export const escapesRequest = (): ApiRequest =>
  adminsRequest({ ...{ page: 1, perPage: 1, sort: '' }, filter: String.raw`"\\a"="\a"` });

/** How a backend reads the texts of filters, by the items of its answer. */
export const readEscapes = (items: readonly unknown[]): Escapes => (items.length ? 'more' : 'quote');
