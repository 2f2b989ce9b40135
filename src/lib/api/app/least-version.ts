import { type CallOptions, sendAndRead } from '#api/client.ts';
import { leastVersion, scaffoldsRequest } from '#wire/least-version.ts';

/** A version that is not newer than the backend's, as its answers tell it; throws ApiError. */
export const loadLeastVersion = (options: CallOptions = {}): Promise<string | undefined> =>
  sendAndRead(scaffoldsRequest, options, leastVersion);
