import { atom, batch, computed } from 'nanostores';
import { listRawCollections } from '#api/settings/sync.ts';
import { type CollectionChange, detectChanges } from '#domain/settings/import/changes.ts';
import { completed, type ImportMode } from '#domain/settings/import/effective.ts';
import { findIdMismatches, replaceIds } from '#domain/settings/import/ids.ts';
import type { RawCollection } from '#domain/settings/import/raw.ts';
import { exportText } from '#domain/settings/import/text.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { $imported, importForm, parseNow, setImportText, startImportText } from './import-text.ts';

export {
  $importError,
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

const existing = createLoader({ request: (signal) => listRawCollections(BATCH, { signal }) });

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

/** All that decides what an import does. */
export interface Plan {
  readonly existing: readonly RawCollection[];
  /** The collections of the text. */
  readonly written: readonly RawCollection[];
  /** The same, as they are sent. */
  readonly imported: readonly RawCollection[];
  readonly mode: ImportMode;
}

/** What the text would do; undefined without a valid text or before the existing collections are loaded. */
export const $plan = computed(
  [$existing, $imported, $merge, $deleteMissing],
  (existing, written, merge, deleteMissing): Plan | undefined => {
    if (existing.state !== 'ready' || !written) return undefined;
    const mode = { merge, deleteMissing };
    return { existing: existing.value, written, imported: completed(existing.value, written, mode), mode };
  },
);

/** The detected changes; undefined without a valid text or before the existing collections are loaded. */
export const $changes = computed($plan, (plan) =>
  plan ? detectChanges(plan.existing, plan.imported, plan.mode) : undefined,
);

/** Collections and fields with other ids than the existing ones of the same name. */
export const $idMismatches = computed($plan, (plan) =>
  plan ? findIdMismatches(plan.existing, plan.written) : [],
);

/** Whether an import, or the request before it, is pending. */
export const $isImporting = importForm.$isBusy;

/** Whether Review is enabled. */
export const $canReview = computed(
  [$changes, $isImporting],
  (changes, isImporting) => changes !== undefined && changes.length > 0 && !isImporting,
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

/** Writes the ids of the existing collections and fields into the text. */
export function replaceWithOriginalIds(): void {
  const plan = $plan.get();
  if (!plan) return;
  setImportText(exportText(replaceIds(plan.existing, plan.written)));
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
