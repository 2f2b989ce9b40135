import { effect } from 'nanostores';
import { whenIdle } from '#browser/connection.ts';
import { startOnce } from '#stores/base/running.ts';
import { $ownCollection } from '#stores/collections/list.ts';

/** Shares arrangements while the backend has Atoll's own collection. Returns a function that stops this. */
export const startSharing = startOnce(() =>
  effect($ownCollection, (own) => {
    if (!own) return undefined;
    const stop = new AbortController();
    const cancel = whenIdle(() => {
      // Without its code, this device keeps what it has; the next visit fetches it again.
      import('./sharing.ts').then(({ follow }) => follow(own, stop.signal)).catch(() => {});
    });
    return () => {
      cancel();
      stop.abort();
    };
  }),
);
