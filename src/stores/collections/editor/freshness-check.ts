import { atom, type WritableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { isSameCollection } from '#domain/collections/editor/same-structure.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';
import { loadCollections } from '../list.ts';

/**
 * The state of the stored collection: it is being read, was read when the editor was opened, could not be read, or was
 * deleted elsewhere.
 */
export type Freshness = 'loading' | 'ready' | 'failed' | 'deleted';

/** The parts of the editor that the check uses. */
export interface FreshnessCheckOptions {
  readonly $saved: WritableAtom<Collection | undefined>;
  /** Whether there are edits: another state must not move the input under the cursor. */
  readonly isTyped: () => boolean;
  readonly adoptStored: (stored: Collection) => void;
}

/**
 * Creates what reads the collection again when its editor is opened from a list that may be outdated. The editor shows
 * the collection of the list at once; the stored one replaces it while there are no edits. After an edit the save does
 * that, because it always reads and merges.
 */
export function createFreshnessCheck({ $saved, isTyped, adoptStored }: FreshnessCheckOptions) {
  const $freshness = atom<Freshness>('ready');
  const loading = createLatest();

  function setDeleted() {
    $freshness.set('deleted');
    void loadCollections();
  }

  async function load() {
    const opened = $saved.get();
    if (!opened) return;
    $freshness.set('loading');
    try {
      const stored = await getCollection(opened.id, { signal: loading.begin() });
      $freshness.set('ready');
      if (isTyped() || $saved.get() !== opened || isSameCollection(opened, stored)) return;
      adoptStored(stored);
      void loadCollections();
    } catch (thrown) {
      const { isAbort, status } = toApiError(thrown);
      if (isAbort) return;
      if (status === 404) setDeleted();
      else {
        report(thrown);
        $freshness.set('failed');
      }
    }
  }

  return {
    $freshness,
    /** Reads the stored collection, unless the collection is new. Reports errors. */
    load,
    /** Call when the collection was read for another purpose. */
    setReady: (): void => $freshness.set('ready'),
    /** Call when the collection was deleted. */
    setDeleted,
    /** Aborts a pending request. */
    stop: loading.abort,
  };
}
