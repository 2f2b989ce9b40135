import { type CallOptions, sendAndRead } from '#api/client.ts';
import { readable } from '#api/response.ts';
import { providersRequest, readProviders } from '#wire/providers.ts';

/** The names of all providers that the backend knows, where it has a list of them. Throws ApiError. */
export const listProviders = (options: CallOptions = {}): Promise<readonly string[]> =>
  sendAndRead(providersRequest, options, (answer) => readable(readProviders(answer)));
