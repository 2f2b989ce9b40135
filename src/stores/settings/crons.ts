import { atom } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { listCrons, runCron } from '#api/settings/crons.ts';
import { formatStored } from '#domain/app/date.ts';
import { CRON_TEXTS } from '#domain/settings/crons.ts';
import { $can, can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { go } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
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

/** When this page has started a job, as the backend stores dates, by its id; `busy` until the backend has answered. */
export const $startedCrons = atom<ReadonlyMap<string, string>>(new Map());

const note = (id: string, when: string | undefined): void => {
  const others = [...$startedCrons.get()].filter(([other]) => other !== id);
  $startedCrons.set(new Map([...others, ...(when === undefined ? [] : [[id, when] as const])]));
};

/** Opens the newest entries of the log. */
export const showCronLog = (): void => go('logs', { span: '15m' });

/** Starts a job after a question; reports errors. */
export async function startCron(id: string): Promise<void> {
  if (!(await confirm(CRON_TEXTS.question(id)))) return;
  note(id, 'busy');
  try {
    await runCron(id);
    note(id, formatStored(new Date(backendNow())));
    const action = { label: CRON_TEXTS.showLog, run: showCronLog };
    addToast('success', CRON_TEXTS.started(id), { action });
  } catch (thrown) {
    note(id, undefined);
    report(thrown);
  }
}

/** Loads the jobs where the backend is known to list them. Returns a function that stops this. */
export function startCrons(): () => void {
  const stop = $can.subscribe(({ hasCrons }, before) => {
    if (hasCrons && !before?.hasCrons) void loader.load();
  });
  return stopAll(stop, loader.clear, () => $startedCrons.set(new Map()));
}
