import { healthRequest } from '#wire/health.ts';
import { type CallOptions, sendRequest } from '../client.ts';

/** Whether the backend responds, or Atoll's server says that the page is about another list; never throws. */
export const isReachable = (options: CallOptions): Promise<boolean> =>
  sendRequest(healthRequest, { ...options, outlivesSession: true }).then(
    () => true,
    ({ status }) => status === 421,
  );
