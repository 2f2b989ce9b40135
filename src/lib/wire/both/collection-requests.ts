/* The requests for all collections. */
import { members, text } from '#domain/app/lenient.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import { listRequest } from './answers.ts';

export const COLLECTIONS = '/api/collections';

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
