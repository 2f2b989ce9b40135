import { atom, batch, computed } from 'nanostores';
import { importCollections, listRawCollections } from '#api/settings/sync.ts';
import { fieldErrors, isRefusal } from '#domain/app/api-error.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { importBody, lossesOf, lossQuestion } from '#domain/settings/sync/body.ts';
import { type CollectionChange, detectChanges } from '#domain/settings/sync/changes.ts';
import type { ImportMode } from '#domain/settings/sync/effective.ts';
import { findIdMismatches, replaceIds } from '#domain/settings/sync/ids.ts';
import type { RawCollection } from '#domain/settings/sync/raw.ts';
import { exportText } from '#domain/settings/sync/text.ts';
import { IMPORT_TEXTS } from '#domain/settings/sync/words.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import type { FormCall } from '#stores/factories/create-form.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import {
  $imported,
  $importText,
  clearImport,
  importForm,
  parseNow,
  setImportText,
  startImportText,
} from './import-text.ts';

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

/** Number of collections per request (IM-02). */
const BATCH = 200;

let isStarted = false;

const existing = createLoader({ request: (signal) => listRawCollections(BATCH, { signal }) });

/** The existing collections (IM-02). The text may be edited in any state. */
export const $existing = existing.$load;
/** Loads the existing collections; reports errors. */
export const loadExisting = existing.load;

/** Merge toggle, off by default (IM-06). */
export const $merge = atom(false);
/** Delete-missing toggle, on by default (IM-07). */
export const $deleteMissing = atom(true);

export function setMerge(merge: boolean): void {
  $merge.set(merge);
}

export function setDeleteMissing(deleteMissing: boolean): void {
  $deleteMissing.set(deleteMissing);
}

/** All that decides what an import does. */
interface Plan {
  readonly existing: readonly RawCollection[];
  readonly imported: readonly RawCollection[];
  readonly mode: ImportMode;
}

const $plan = computed(
  [$existing, $imported, $merge, $deleteMissing],
  (existing, imported, merge, deleteMissing): Plan | undefined =>
    existing.state === 'ready' && imported
      ? { existing: existing.value, imported, mode: { merge, deleteMissing } }
      : undefined,
);

/** The detected changes (IM-08); undefined without a valid text or before the existing collections are loaded. */
export const $changes = computed($plan, (plan) =>
  plan ? detectChanges(plan.existing, plan.imported, plan.mode) : undefined,
);

/** Collections and fields with other ids than the existing ones of the same name (IM-10). */
export const $idMismatches = computed($plan, (plan) =>
  plan ? findIdMismatches(plan.existing, plan.imported) : [],
);

/** Whether an import, or the request before it, is pending. */
export const $isImporting = importForm.$isBusy;

/** Whether Review is enabled (IM-09). */
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

/** The open popup; undefined while it is closed (IM-12). */
export const $review = computed([$opened, $changes], (opened, changes): ImportReview | undefined =>
  opened && changes?.length ? { changes, notice: opened.notice } : undefined,
);

/** Opens the popup (IM-12). */
export function openReview(): void {
  if ($canReview.get()) $opened.set({});
}

/** Closes the popup and stops waiting for a pending import. */
export function closeReview(): void {
  stopImport();
  $opened.set(undefined);
}

/** Stops waiting for the pending import. */
export function stopImport(): void {
  importForm.stop();
}

/** Writes the ids of the existing collections and fields into the text (IM-11). */
export function replaceWithOriginalIds(): void {
  const plan = $plan.get();
  if (!plan) return;
  setImportText(exportText(replaceIds(plan.existing, plan.imported)));
  parseNow();
}

/** Loads what the backend has now: this list, that of the sidebar and those of other tabs (IM-18). */
function reloadAll(): void {
  if (isStarted) void loadExisting();
  void loadCollections();
  notifyOtherTabs();
}

/** Shows the differences to collections that have changed since the review; without any, closes the popup. */
function reviewAgain(stored: readonly RawCollection[]): void {
  batch(() => {
    $existing.set({ state: 'ready', value: stored });
    $opened.set({ notice: IMPORT_TEXTS.changedMeanwhile });
  });
  if (!$review.get()) $opened.set(undefined);
}

/** Asks about deletions (IM-14) and sends; true when the collections were imported. */
async function send({ existing, imported, mode }: Plan, { signal, sending }: FormCall): Promise<boolean> {
  const losses = lossesOf(existing, imported, mode);
  if (losses.length && !(await confirm(lossQuestion(losses), signal))) return false;
  signal.throwIfAborted();
  // Another administrator may have changed them while the popup was open.
  const stored = await listRawCollections(BATCH, { signal });
  if (!isSameStructure(stored, existing)) {
    reviewAgain(stored);
    return false;
  }
  sending(IMPORT_TEXTS.mayBeImported);
  await importCollections(importBody(existing, imported, mode), { signal });
  return true;
}

/** Shows the result of an import of `text`; true if it is known to have succeeded. */
function finish(result: 'no' | 'unknown' | 'yes', text: string): boolean {
  if (result === 'yes') {
    $opened.set(undefined);
    if ($importText.get() === text) clearImport();
    addToast('success', IMPORT_TEXTS.imported);
  }
  // Without a response the backend may have imported them all the same. The end of the session needs no lists.
  if (result !== 'no' && $adminId.get() !== undefined) reloadAll();
  return result === 'yes';
}

/**
 * Imports what the popup shows (IM-15). The popup stays open when the user does not want to delete, and when the
 * existing collections have changed since the review: then it shows the new differences. A failure closes it and keeps
 * the text (IM-17). Resolves to whether the collections were imported.
 */
export async function confirmImport(): Promise<boolean> {
  const plan = $plan.get();
  if (!$review.get() || !plan) return false;
  const text = $importText.get();
  /** Whether the backend has imported the collections. */
  let result: 'no' | 'unknown' | 'yes' = 'no';
  await importForm.run(
    async ({ signal, sending }) => {
      const markSent = (warning: string) => {
        sending(warning);
        result = 'unknown';
      };
      if (await send(plan, { signal, sending: markSent })) result = 'yes';
    },
    (thrown) => {
      const error = importForm.report(thrown);
      if (isRefusal(error)) result = 'no';
      if (error.isAbort) return;
      $opened.set(undefined);
      importForm.setErrors(fieldErrors(error.body.data));
    },
  );
  return finish(result, text);
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
    $opened.set(undefined);
    stopText();
    batch(() => {
      existing.clear();
      $merge.set(false);
      $deleteMissing.set(true);
    });
  };
}
