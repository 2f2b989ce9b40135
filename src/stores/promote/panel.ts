import { currentBackend } from '#browser/backends.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { confirm } from '#stores/app/confirm.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { $job, stopJob } from './apply.ts';
import { compare, forgetComparison } from './compare.ts';
import { closePromote } from './open.ts';
import { $sides, $signInTo } from './sides.ts';

const STOP_QUESTION = 'Changes are still being sent. Do you really want to stop?';

const isRunning = (): boolean => $job.get()?.isBusy === true;

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
    question: () => (isRunning() ? STOP_QUESTION : undefined),
    discard: stopJob,
    isKept: () => false,
  });
  return () => {
    stopGuard();
    stopJob();
    forgetComparison();
    $signInTo.set(undefined);
    $sides.set(undefined);
    if (!isRunning()) $job.set(undefined);
  };
}

/** Compares in the other direction. */
export function swapSides(): void {
  const sides = $sides.get();
  if (!sides || isRunning()) return;
  $sides.set({ from: sides.to, to: sides.from });
  start();
}

/** Closes the panel; asks first while something is sent. */
export async function leavePromote(): Promise<void> {
  if (isRunning() && !(await confirm(STOP_QUESTION, { loss: '' }))) return;
  closePromote();
}
