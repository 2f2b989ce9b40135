import { computed } from 'nanostores';
import { reloadMemory } from '#api/collections/memory.ts';
import { importCollections, listEntries } from '#api/settings/sync.ts';
import { currentBackend } from '#browser/backends.ts';
import { abortable } from '#domain/app/abortable.ts';
import { isRefusal } from '#domain/app/api-error.ts';
import { MEND_QUESTION, WrongMemory } from '#domain/collections/wrong-memory.ts';
import { loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { diffOf } from '#domain/settings/import/diff.ts';
import { lossQuestion } from '#domain/settings/import/losses.ts';
import { type CollectionChange, importBody } from '#domain/settings/import/outcome.ts';
import type { Plan } from '#domain/settings/import/plan.ts';
import { importedIndexProblem, namedRefusal } from '#domain/settings/import/refusal.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import type { FormCall } from '#stores/factories/create-form.ts';
import { createImpact } from './impact.ts';
import {
  $importText,
  $plan,
  $review,
  BATCH,
  clearImport,
  endReview,
  importForm,
  reloadAll,
  reviewAgain,
} from './import.ts';

/** What the reviewed import does; nothing while nothing is reviewed. */
export const $importImpact = createImpact(
  computed([$review, $plan], (review, plan) => (review ? plan : undefined)),
);

/** The side-by-side table of a reviewed change. */
export function tableOf(change: CollectionChange) {
  const format = $plan.get()?.format;
  return format && diffOf(change, format);
}

/** Longest time that the question waits for the numbers of records, in ms. */
const PATIENCE = 3000;

/** Waits until the records are counted, but not long. Throws when `signal` is aborted. */
async function counted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, PATIENCE);
  const stop = $importImpact.subscribe(({ isCounted }) => isCounted && resolve());
  try {
    await abortable(promise, signal);
  } finally {
    stop();
    clearTimeout(timer);
  }
}

/** Asks about data that would be deleted; true if there is none, or the user agrees. */
async function mayDelete(signal: AbortSignal): Promise<boolean> {
  if (lossQuestion($importImpact.get().losses, new Map()) === undefined) return true;
  await counted(signal);
  const { losses, counts } = $importImpact.get();
  const question = lossQuestion(losses, counts);
  return question === undefined || confirm(question, { signal, loss: '', backend: currentBackend() });
}

/** Refuses what would drop or cut indexes, asks about deletions and sends; true when the collections were imported. */
async function send(plan: Plan, { signal, sending }: FormCall): Promise<boolean> {
  if (plan.problems.length) {
    endReview();
    return false;
  }
  const loadTools = () => abortable(loadIndexTools(), signal);
  const problem = await importedIndexProblem(plan, loadTools);
  if (problem) {
    endReview();
    importForm.setErrors({ collections: problem });
    return false;
  }
  if (!(await mayDelete(signal))) return false;
  signal.throwIfAborted();
  // Another administrator may have changed them while the popup was open.
  const stored = await listEntries(BATCH, { signal });
  if (!isSameStructure(stored, plan.existing)) {
    reviewAgain(stored, await loadTools());
    return false;
  }
  sending(IMPORT_TEXTS.mayBeImported);
  await importCollections(importBody(plan), { signal });
  return true;
}

/** Shows the result of an import of `text`; true if it is known to have succeeded. */
function finish(result: 'no' | 'unknown' | 'yes', text: string): boolean {
  if (result === 'yes') {
    endReview();
    if ($importText.get() === text) clearImport();
    addToast('success', IMPORT_TEXTS.imported);
  }
  // Without a response the backend may have imported them all the same. The end of the session needs no lists.
  if (result !== 'no' && $adminId.get() !== undefined) reloadAll();
  return result === 'yes';
}

/** Asks, then makes the backend read its collections again: see `memory.ts`. */
async function mendMemory(): Promise<void> {
  if (!(await confirm(MEND_QUESTION))) return;
  const isMended = await importForm.run(({ signal }) => reloadMemory({ signal }));
  if (!isMended) return;
  importForm.setErrors({});
  addToast('success', IMPORT_TEXTS.mended);
}

/**
 * Imports what the popup shows. It stays open when the user does not want to delete, and, with the new differences,
 * when the collections have changed; a failure closes it and keeps the text. Resolves to whether they were imported.
 */
export async function confirmImport(): Promise<boolean> {
  const plan = $plan.get();
  if (!$review.get() || !plan) return false;
  const text = $importText.get();
  let result: 'no' | 'unknown' | 'yes' = 'no';
  let isWrong = false;
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
      isWrong = thrown instanceof WrongMemory;
      if (isRefusal(error)) result = 'no';
      if (error.isAbort) return;
      endReview();
      const reason = namedRefusal(error.problems, plan) || (isRefusal(error) && error.message);
      if (reason) importForm.setErrors({ collections: reason });
    },
  );
  if (isWrong) await mendMemory();
  return finish(result, text);
}
