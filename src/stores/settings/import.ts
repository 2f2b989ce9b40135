import { atom, batch, computed } from 'nanostores';
import { listRawCollections } from '#api/settings/sync.ts';
import type { CollectionChange } from '#domain/settings/import/changes.ts';
import type { Offer } from '#domain/settings/import/offers.ts';
import { exportText, type RawCollection } from '#domain/settings/import/raw.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import {
  $importTools,
  $read,
  importForm,
  loadImportTools,
  parseNow,
  setImportText,
  startImportText,
} from './import-text.ts';

export {
  $importText,
  $isImportDraftFull,
  $isParsing,
  $offeredImportDraft,
  clearImport,
  discardImportDraft,
  loadImportFile,
  restoreImportDraft,
  setImportText,
} from './import-text.ts';

/** Number of collections per request. */
export const BATCH = 200;

let isStarted = false;

const existing = createLoader({
  request: async (signal) => {
    const [collections] = await Promise.all([listRawCollections(BATCH, { signal }), loadImportTools()]);
    return collections;
  },
});

/** The existing collections. The text may be edited in any state. */
export const $existing = existing.$load;
/** Loads the existing collections; reports errors. */
export const loadExisting = existing.load;

/** Merge toggle, off by default. */
export const $merge = atom(false);
/** Delete-missing toggle, on by default. */
export const $deleteMissing = atom(true);

export function setMerge(merge: boolean): void {
  $merge.set(merge);
}

export function setDeleteMissing(deleteMissing: boolean): void {
  $deleteMissing.set(deleteMissing);
}

/** The existing collections, what the text says, and the mode; undefined without a text or before they are loaded. */
const $input = computed(
  [$existing, $read, $merge, $deleteMissing, $importTools],
  (existing, read, merge, deleteMissing, tools) =>
    existing.state === 'ready' && read && tools
      ? { existing: existing.value, read, mode: { merge, deleteMissing }, tools }
      : undefined,
);

/** What the text would do; undefined without a valid text or before the existing collections are loaded. */
export const $plan = computed($input, (input) => input?.tools.planOf(input.existing, input.read, input.mode));

/** The detected changes; undefined without a valid text or before the existing collections are loaded. */
export const $changes = computed($plan, (plan) => plan?.changes);

/** Changes of the text that would help. */
export const $offers = computed(
  $input,
  (input): readonly Offer[] => input?.tools.offersOf(input.existing, input.read, input.mode) ?? [],
);

/** Largest number of problems that are shown at once. */
const MAX_PROBLEMS = 5;

/** What is shown under the text: it is invalid, or the backend has refused it or would do so. */
export const $importError = computed([$read, $plan, importForm.$errors], (read, plan, errors) => {
  if (read && !read.collections) return read.problem;
  const problems = plan?.problems ?? [];
  const more = problems.length - MAX_PROBLEMS;
  const shown = [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`And ${more} more.`] : [])];
  return shown.join(' ') || errors['collections'];
});

/** Whether an import, or the request before it, is pending. */
export const $isImporting = importForm.$isBusy;

/** Whether Review is enabled. */
export const $canReview = computed(
  [$changes, $isImporting],
  (changes, isImporting) => !!changes?.length && !isImporting,
);

/** The popup 'Side-by-side diff'. */
export interface ImportReview {
  readonly changes: readonly CollectionChange[];
  /** Why the popup shows other changes than before; undefined when the user has opened it. */
  readonly notice: string | undefined;
}

const $opened = atom<{ readonly notice?: string } | undefined>(undefined);

/** The open popup; undefined while it is closed. */
export const $review = computed([$opened, $changes], (opened, changes): ImportReview | undefined =>
  opened && changes?.length ? { changes, notice: opened.notice } : undefined,
);

export function openReview(): void {
  if ($canReview.get()) $opened.set({});
}

/** Closes the popup. */
export function endReview(): void {
  $opened.set(undefined);
}

/** Closes the popup and stops waiting for a pending import. */
export function closeReview(): void {
  stopImport();
  endReview();
}

/** Stops waiting for the pending import. */
export function stopImport(): void {
  importForm.stop();
}

/** Changes the text as offered. */
export function takeOffer({ change }: Offer): void {
  setImportText(exportText(change()));
  parseNow();
}

/** Loads what the backend has now: this list, that of the sidebar and those of other tabs. */
export function reloadAll(): void {
  if (isStarted) void loadExisting();
  void loadCollections();
  notifyOtherTabs();
}

/** Shows the differences to collections that have changed since the review; without any, closes the popup. */
export function reviewAgain(stored: readonly RawCollection[]): void {
  batch(() => {
    $existing.set({ state: 'ready', value: stored });
    $opened.set({ notice: IMPORT_TEXTS.changedMeanwhile });
  });
  if (!$review.get()) endReview();
}

/**
 * Loads the existing collections and keeps a draft of the text. Returns a function that stops this and removes text
 * and collections from memory; the draft stays.
 */
export function startImport(): () => void {
  isStarted = true;
  void loadExisting();
  const stopText = startImportText();
  return () => {
    isStarted = false;
    endReview();
    stopText();
    batch(() => {
      existing.clear();
      $merge.set(false);
      $deleteMissing.set(true);
    });
  };
}
