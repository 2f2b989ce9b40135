import { startHealth } from './health.ts';
import { loadBackups, startList } from './list.ts';
import { backupOptionsForm } from './options.ts';
import { startOutcome } from './restore-outcome.ts';
import { startUploads } from './upload.ts';

/** Loads again what may have changed, or could not be loaded, while the backend was busy or down. */
function reload(): void {
  void loadBackups();
  if (backupOptionsForm.$state.get() === 'failed') void backupOptionsForm.load();
}

/** Starts the stores of the page 'Backups' apart from the options. Returns a function that stops them. */
export function startBackups(): () => void {
  const stops = [startList(), startHealth(reload), startUploads(), startOutcome()];
  return () => {
    for (const stop of stops.toReversed()) stop();
  };
}
