import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import type { Escapes } from '#domain/backend/dialect.ts';
import { escapesRequest, leastVersion, readEscapes, scaffoldsRequest } from '#wire/least-version.ts';

/** A version that is not newer than the backend's, as its answers tell it; throws ApiError. */
export const loadLeastVersion = (options: CallOptions = {}): Promise<string | undefined> =>
  sendAndRead(scaffoldsRequest, options, leastVersion);

/** How the backend reads the texts of filters, as its answer tells it; throws ApiError. */
export const loadEscapes = async (options: CallOptions = {}): Promise<Escapes> =>
  readEscapes((await sendRequest(escapesRequest(), options)).items);
