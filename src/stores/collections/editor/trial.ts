import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { tryView } from '#api/collections/try-view.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { ViewTrial } from '#domain/backend/collection.ts';
import { createLatest } from '#stores/base/running.ts';

/** A trial, and the query that was tried. */
export type Trial = LoadState<ViewTrial> & { readonly query: string };

/** Tries the query of a view without saving it. */
export function createTrial() {
  const $trial = atom<Trial | undefined>(undefined);
  const running = createLatest();
  return {
    /** Of the last query that was tried; undefined before. */
    $trial,
    tryQuery: async (query: string): Promise<void> => {
      const signal = running.begin();
      $trial.set({ state: 'busy', query });
      try {
        $trial.set({ state: 'ready', value: await tryView(query, { signal }), query });
      } catch (thrown) {
        const error = toApiError(thrown);
        if (!error.isAbort) $trial.set({ state: 'failed', error, query });
      }
    },
    stopTrial: running.abort,
  };
}
