import { type CallOptions, call } from '../client.ts';

/** Whether the backend responds; never throws. */
export const isReachable = (options: CallOptions): Promise<boolean> =>
  call((client, signal) => client.health.check({ signal }), { ...options, outlivesSession: true }).then(
    () => true,
    () => false,
  );
