import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { isSameCollection } from '#domain/collections/editor/same-structure.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/factories/latest.ts';
import { loadCollections } from '../list.ts';

/**
 * What is known of the collection as it is stored: it is being read, was read when the editor was opened, could
 * not be read, or was deleted elsewhere.
 */
export type Freshness = 'loading' | 'ready' | 'failed' | 'deleted';

/** Reads the collection anew when its editor is opened from a list that may be old. */
export interface Opening {
  readonly $freshness: ReadableAtom<Freshness>;
  /** Reads it; nothing to do for a new collection. Reports its own errors. */
  readonly load: () => Promise<void>;
  /** It was read for another purpose. */
  readonly setReady: () => void;
  /** The collection turned out to be deleted. */
  readonly setDeleted: () => void;
  /** Aborts the reading under way. */
  readonly stop: () => void;
}

/** What the opening needs of the editor. */
export interface OpeningOptions {
  readonly $saved: WritableAtom<Collection | undefined>;
  /** Whether something was typed that taking over another state would move under the cursor. */
  readonly isTyped: () => boolean;
  readonly adoptStored: (stored: Collection) => void;
}

/**
 * Makes the opening of one editor. What the list holds is on screen at once. What is stored takes its place as
 * long as nothing was typed; after that it is left to saving, which reads and merges in any case.
 */
export function createOpening({ $saved, isTyped, adoptStored }: OpeningOptions): Opening {
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
    load,
    setReady: () => $freshness.set('ready'),
    setDeleted,
    stop: loading.abort,
  };
}
