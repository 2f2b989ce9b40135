import { atom, onMount } from 'nanostores';
import type { LoadState } from '#domain/app/load-state.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';

export interface LoaderOptions<Value> {
  readonly request: (signal: AbortSignal) => Promise<Value>;
  /** Whether a loaded value stays while it is loaded again, and after that fails. */
  readonly keepsValue?: boolean;
  /** Whether the screen shows the error in place of the value, so that no toast repeats it. */
  readonly showsError?: boolean;
}

/** Creates a store of data that is loaded as a whole. A newer request aborts the one before. */
export function createLoader<Value>(options: LoaderOptions<Value>) {
  const { request, keepsValue = false, showsError = false } = options;
  const $load = atom<LoadState<Value>>({ state: 'busy' });
  const requests = createLatest();
  const isKept = () => keepsValue && $load.get().state === 'ready';
  let latest: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    const signal = requests.begin();
    if (!isKept() && $load.get().state !== 'busy') $load.set({ state: 'busy' });
    try {
      $load.set({ state: 'ready', value: await request(signal) });
    } catch (thrown) {
      const error = report(thrown, { toast: !showsError || isKept() });
      // Else it would load forever if a refusal of another request has aborted it.
      if (!signal.aborted && !isKept()) $load.set({ state: 'failed', error });
    }
  };
  const load = (): Promise<void> => {
    latest = run();
    return latest;
  };
  onMount($load, () =>
    onReconnect(() => {
      if ($load.get().state === 'failed') void load();
    }),
  );
  return {
    /** The data; may also be changed from outside, for example after a save. */
    $load,
    /** Loads the data; reports errors. A failed one is loaded again when the backend can be reached again. */
    load,
    /** Resolves when the latest request has ended. */
    ended: (): Promise<void> => latest,
    abort: requests.abort,
    /** Aborts the pending request and removes the data from memory. */
    clear: (): void => {
      requests.abort();
      $load.set({ state: 'busy' });
    },
  };
}
