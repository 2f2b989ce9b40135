import { atom, type ReadableAtom } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { listCrons, runCron } from '#api/settings/crons.ts';
import { formatStored } from '#domain/app/date.ts';
import { CRON_RUNS_KEY } from '#domain/app/later-keys.ts';
import { type CronRun, parseRuns, withRun } from '#domain/settings/cron-runs.ts';
import { CRON_TEXTS } from '#domain/settings/crons.ts';
import { $can, can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { go } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

export { $can } from '#stores/app/capabilities.ts';

const loader = createLoader({ request: (signal) => listCrons({ signal }), keepsValue: true });

/** All jobs, those of the program's own code first; they stay while they are loaded again. */
export const $crons = loader.$load;
/** Loads them, where the backend is known to list them: another one would log the question as an error. */
export const loadCrons = async (): Promise<void> => {
  if (can().hasCrons) await loader.load();
};

const stored = createPreference({
  key: CRON_RUNS_KEY,
  initial: [] as readonly CronRun[],
  decode: parseRuns,
  encode: jsonUnlessEmpty,
});

/** The jobs that were started on this device, the last one first; follows other tabs. */
export const $cronRuns: ReadableAtom<readonly CronRun[]> = stored.$value;
export const forgetCronRuns = (): void => stored.$value.set([]);

/** The ids of jobs whose start the backend has not answered yet. */
export const $startingCrons = atom<ReadonlySet<string>>(new Set());

/** Opens the log at the time of a run. */
export async function showCronLog(run: CronRun): Promise<void> {
  try {
    const { spanText } = await import('#domain/settings/cron-span.ts');
    go('logs', { span: spanText(run) });
  } catch (thrown) {
    report(thrown);
  }
}

/** Starts a job after a question; reports errors. */
export async function startCron(id: string): Promise<void> {
  if (!(await confirm(CRON_TEXTS.question(id)))) return;
  $startingCrons.set(new Set([...$startingCrons.get(), id]));
  // Before it is sent, as what the job writes may be older than the answer.
  const run = { id, at: formatStored(new Date(backendNow())) };
  const note = (noted: CronRun) => stored.update((runs) => withRun(runs, noted));
  try {
    await runCron(id);
    note(run);
    const action = { label: CRON_TEXTS.showLog, run: () => showCronLog(run) };
    addToast('success', CRON_TEXTS.started(id), { action });
  } catch (thrown) {
    const error = report(thrown);
    if (!error.isAbort) note({ ...run, error: error.message });
  }
  $startingCrons.set(new Set([...$startingCrons.get()].filter((other) => other !== id)));
}

/** Loads the jobs where the backend is known to list them. Returns a function that stops this. */
export function startCrons(): () => void {
  const stop = $can.subscribe(({ hasCrons }, before) => {
    if (hasCrons && !before?.hasCrons) void loader.load();
  });
  return stopAll(stop, loader.clear);
}
