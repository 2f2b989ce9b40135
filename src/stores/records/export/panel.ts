import { confirm } from '#stores/app/confirm.ts';
import { $hash, $route } from '#stores/app/route.ts';
import { stopAll } from '#stores/base/running.ts';
import { closeRecordTool } from '../tools.ts';
import { $exportRun, cancelExport, forgetExport } from './run.ts';
import { startSubject } from './subject.ts';

const STOP_QUESTION = 'The export is still running. Do you really want to stop it?';

const isRunning = () => $exportRun.get().state === 'busy';

/** Asks before closing the panel stops an export. */
export async function confirmStop(): Promise<boolean> {
  if (!isRunning()) return true;
  if (!(await confirm(STOP_QUESTION, { loss: '' }))) return false;
  cancelExport();
  return true;
}

/** Takes over what the list shows; another address closes the panel. Returns a function that ends this. */
export function startExportPanel(): () => void {
  if (!isRunning()) forgetExport();
  const stopSubject = startSubject();
  const stopClosing = $hash.listen(() => {
    if (!isRunning() || $route.get()?.name !== 'collections') closeRecordTool();
  });
  return stopAll(stopClosing, stopSubject);
}
