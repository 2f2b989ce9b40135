import { atom } from 'nanostores';
import { saveSettings } from '#api/app/settings.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import { createBackup } from '#api/settings/backups.ts';
import { importCollections } from '#api/settings/sync.ts';
import { refusalReason } from '#domain/app/api-error.ts';
import { countText } from '#domain/app/count-text.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { settingsAt } from '#domain/promote/settings.ts';
import { importedIndexProblem } from '#domain/settings/import/indexes.ts';
import { lossQuestion } from '#domain/settings/import/losses.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import {
  $compared,
  $patch,
  $promoteLossCounts,
  $promoteLosses,
  $selected,
  type Comparison,
  compare,
  MODE,
  type Patch,
  readSnapshot,
} from './compare.ts';
import { isCurrent, reportSide, type Sides } from './sides.ts';

const CHANGED_MEANWHILE = 'The target has changed since you compared. Check the new differences.';

/** A promotion, or a backup before it: what it does now, or what came of it, in words. */
export const $job = atom<{ readonly isBusy: boolean; readonly text: string } | undefined>(undefined);

let stopping = new AbortController();

/** Stops after the request that was sent. */
export const stopJob = (): void => stopping.abort();

/** Runs a job on the target, one at a time. `work` returns the result in words; an error that it throws is reported. */
async function runJob(to: Sides['to'], work: (options: CallOptions) => Promise<string>): Promise<void> {
  if ($job.get()?.isBusy) return;
  stopping = new AbortController();
  let text: string;
  try {
    text = await work({ backend: to });
  } catch (thrown) {
    const error = toApiError(thrown);
    text = error.isAbort ? 'Stopped.' : refusalReason(error);
    if (!error.isAbort) reportSide(error);
  }
  $job.set({ isBusy: false, text });
}

const step = (text: string): void => $job.set({ isBusy: true, text });

/** Makes a backup of the target, under a name that its backend makes up. */
export const backUpTarget = ({ to }: Sides): Promise<void> =>
  runJob(to, async (options) => {
    step(`Making a backup of ${to.name}…`);
    await createBackup('', options);
    return `A backup of ${to.name} was made.`;
  });

async function send(comparison: Comparison, patch: Patch, options: CallOptions): Promise<string> {
  const { sides, from, to } = comparison;
  step(`Checking ${sides.to.name}…`);
  const now = await readSnapshot(sides.to, options);
  if (!isSameStructure(now.collections, to.collections) || !isSameStructure(now.settings, to.settings)) {
    addToast('warning', CHANGED_MEANWHILE);
    return CHANGED_MEANWHILE;
  }
  if (stopping.signal.aborted) return 'Stopped. Nothing was sent.';
  const done: string[] = [];
  if (patch.collections.length) {
    step('Importing collections…');
    await importCollections({ collections: patch.collections, deleteMissing: false }, options);
    done.push(countText(patch.collections.length, 'collection', 'collections'));
  }
  if (patch.settings.length && !stopping.signal.aborted) {
    step('Saving settings…');
    await saveSettings(settingsAt(from.settings, patch.settings), options);
    done.push(countText(patch.settings.length, 'setting', 'settings'));
  }
  return `${stopping.signal.aborted ? 'Stopped. ' : ''}Promoted to ${sides.to.name}: ${done.join(', ')}.`;
}

/**
 * Refuses what would drop an index, asks, and sends the selected parts: collections at once, then settings. Then compares
 * again, also when the target has changed since the comparison; nothing is sent then.
 */
export async function promote(): Promise<void> {
  const load = $compared.get();
  const patch = $patch.get();
  const count = $selected.get().size;
  if (load.state !== 'ready' || !patch || !count) return;
  const { tools, to: target } = load.value;
  const problem = await importedIndexProblem(target.collections, patch.collections, MODE, async () => tools);
  if (problem) {
    addToast('error', problem);
    return;
  }
  const { to } = load.value.sides;
  const what = countText(count, 'difference', 'differences');
  const where = to.production ? `${to.name}, which is a production backend` : to.name;
  const loss = lossQuestion($promoteLosses.get(), $promoteLossCounts.get());
  const options = { loss: loss ?? '', ...(to.production || loss ? { backend: to } : {}) };
  if (!(await confirm(`Do you really want to promote ${what} to ${where}?`, options))) return;
  await runJob(to, (call) => send(load.value, patch, call));
  if (isCurrent(to)) {
    void loadCollections();
    notifyOtherTabs();
  }
  await compare();
}
