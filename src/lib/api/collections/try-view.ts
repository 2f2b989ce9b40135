import { type CallOptions, sendAndRead } from '#api/client.ts';
import type { ViewTrial } from '#domain/backend/collection.ts';
import { readTrial, tryViewRequest } from '#wire/save-collection.ts';

/** Runs the query of a view without saving it, where the backend can. Throws ApiError, with what is wrong with it. */
export const tryView = (query: string, options: CallOptions = {}): Promise<ViewTrial> =>
  sendAndRead(tryViewRequest(query), options, readTrial);
