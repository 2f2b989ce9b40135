import { type CallOptions, call } from '../client.ts';

/** Whether the backend responds; never throws. */
export const isReachable = (options: CallOptions): Promise<boolean> =>
  call((client, signal) => client.send('/api/health', { signal }), {
    ...options,
    outlivesSession: true,
  }).then(
    () => true,
    () => false,
  );
