import { type CallOptions, sendRequest } from '../client.ts';

/** Whether the backend responds; never throws. */
export const isReachable = (options: CallOptions): Promise<boolean> =>
  sendRequest({ path: '/api/health' }, { ...options, outlivesSession: true }).then(
    () => true,
    () => false,
  );
