import { atom } from 'nanostores';
import { sendSettings } from '#api/app/settings.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import { createBackup } from '#api/settings/backups.ts';
import { importCollections } from '#api/settings/sync.ts';
import { currentBackend } from '#browser/backends.ts';
import { refusalReason } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { countText } from '#domain/app/count-text.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { settingsAt } from '#domain/promote/difference.ts';
import { lossQuestion } from '#domain/settings/import/losses.ts';
import { importBody } from '#domain/settings/import/outcome.ts';
import { importedIndexProblem } from '#domain/settings/import/refusal.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import { createJob } from '#stores/job/job.ts';
import {
  $compared,
  $patch,
  $promoteImpact,
  $selected,
  $sides,
  $signInTo,
  type Comparison,
  compare,
  forgetComparison,
  isCurrent,
  type Patch,
  readSnapshot,
  reportSide,
  type Sides,
} from './compare.ts';
import { closePromote } from './open.ts';

const CHANGED_MEANWHILE = 'The target has changed since you compared. Check the new differences.';

/** A promotion, or a backup before it: what it does now, or what came of it, in words. */
export const $job = atom<{ readonly isBusy: boolean; readonly text: string } | undefined>(undefined);

const job = createJob();

/** Stops after the request that was sent. */
export const stopJob = job.stop;

type Send = (request: (options: CallOptions) => Promise<unknown>) => Promise<void>;

/** Runs a job on the target. `work` returns the result in words; an error that it throws is reported. */
const runJob = (backend: Sides['to'], work: (send: Send, mayGoOn: () => boolean) => Promise<string>) =>
  job.run(async ({ attempt, mayGoOn }) => {
    let text: string;
    try {
      const send: Send = async (request) => {
        const error = await attempt(() => request({ backend }));
        if (error) throw error;
      };
      text = await work(send, mayGoOn);
    } catch (thrown) {
      const error = toApiError(thrown);
      text = error.isAbort ? 'Stopped.' : refusalReason(error);
      if (!error.isAbort) reportSide(error);
    }
    $job.set({ isBusy: false, text });
  });

const step = (text: string): void => $job.set({ isBusy: true, text });

/** Makes a backup of the target, under a name that its backend makes up. */
export const backUpTarget = ({ to }: Sides): Promise<void> =>
  runJob(to, async (send) => {
    step(`Making a backup of ${to.name}…`);
    await send((options) => createBackup('', options));
    return `A backup of ${to.name} was made.`;
  });

/** Sends a patch if the target is as it was compared; stops after the request that was sent. Returns what was done. */
async function sendPatch(
  { sides, from, to }: Comparison,
  { outcome, settings }: Patch,
  send: Send,
  mayGoOn: () => boolean,
): Promise<string> {
  step(`Checking ${sides.to.name}…`);
  const now = await readSnapshot(sides.to, {});
  if (!isSameStructure(now.collections, to.collections) || !isSameStructure(now.settings, to.settings)) {
    addToast('warning', CHANGED_MEANWHILE);
    return CHANGED_MEANWHILE;
  }
  if (!mayGoOn()) return 'Stopped. Nothing was sent.';
  const done: string[] = [];
  if (outcome.imported.length) {
    step('Importing collections…');
    await send((options) => importCollections(importBody(outcome), options));
    done.push(countText(outcome.imported.length, 'collection', 'collections'));
  }
  if (settings.length && mayGoOn()) {
    step('Saving settings…');
    await send((options) => sendSettings(settingsAt(from.settings, settings), options));
    done.push(countText(settings.length, 'setting', 'settings'));
  }
  return `${mayGoOn() ? '' : 'Stopped. '}Promoted to ${sides.to.name}: ${done.join(', ')}.`;
}

/** Refuses what would drop an index, asks, sends collections, then settings, and compares again. */
export async function promote(): Promise<void> {
  const load = $compared.get();
  const patch = $patch.get();
  const count = $selected.get().size;
  if (load.state !== 'ready' || !patch || !count) return;
  const problem = await importedIndexProblem(patch.outcome, async () => load.value.tools);
  if (problem) {
    addToast('error', problem);
    return;
  }
  const { to } = load.value.sides;
  const what = countText(count, 'difference', 'differences');
  const where = to.production ? `${to.name}, which is a production backend` : to.name;
  const { losses, counts } = $promoteImpact.get();
  const loss = lossQuestion(losses, counts);
  const options = { loss: loss ?? '', ...(to.production || loss ? { backend: to } : {}) };
  if (!(await confirm(`Do you really want to promote ${what} to ${where}?`, options))) return;
  await runJob(to, (send, mayGoOn) => sendPatch(load.value, patch, send, mayGoOn));
  if (isCurrent(to)) {
    void loadCollections();
    notifyOtherTabs();
  }
  await compare();
}

const STOP_QUESTION = 'Changes are still being sent. Do you really want to stop?';

function start(): void {
  forgetComparison();
  void compare();
}

/** Compares the backend of this tab with another one. Returns a function that ends this. */
export function startPromote(other: NamedBackend): () => void {
  const own = currentBackend();
  if (!own) return () => {};
  $sides.set({ from: own, to: other });
  start();
  const stopGuard = guardUnsaved({
    question: () => (job.isRunning() ? STOP_QUESTION : undefined),
    discard: stopJob,
    isKept: () => false,
  });
  return () => {
    stopGuard();
    stopJob();
    forgetComparison();
    $signInTo.set(undefined);
    $sides.set(undefined);
    if (!job.isRunning()) $job.set(undefined);
  };
}

/** Compares in the other direction. */
export function swapSides(): void {
  const sides = $sides.get();
  if (!sides || job.isRunning()) return;
  $sides.set({ from: sides.to, to: sides.from });
  start();
}

/** Closes the panel; asks first while something is sent. */
export async function leavePromote(): Promise<void> {
  if (job.isRunning() && !(await confirm(STOP_QUESTION, { loss: '' }))) return;
  closePromote();
}
