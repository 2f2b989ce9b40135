import { type CallOptions, sendAndRead } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { ClientAddress } from '#domain/settings/lock-out.ts';
import { healthRequest } from '#wire/health.ts';
import { readClientAddress } from '#wire/setting-values.ts';

/** Where this page's requests come from, as the backend sees it. Throws ApiError, also when the backend does not say. */
export const loadClientAddress = (options: CallOptions = {}): Promise<ClientAddress> =>
  sendAndRead(healthRequest, options, (response) => readable(readClientAddress(response)));
