import { stopAll } from '#stores/base/running.ts';
import { $recoveries, startHealth } from './health.ts';
import { loadBackups, startList } from './list.ts';
import { startOutcome } from './restore-outcome.ts';
import { startUploads } from './upload.ts';

/** Starts the stores of the page 'Backups' apart from the options. Returns a function that stops them. */
export function startBackups(): () => void {
  const stops = [
    startList(),
    startHealth(),
    // What could not be loaded, or has changed, while the backend was busy or down.
    $recoveries.listen(() => void loadBackups()),
    startUploads(),
    startOutcome(),
  ];
  return stopAll(...stops.toReversed());
}
