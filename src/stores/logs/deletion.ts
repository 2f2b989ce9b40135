import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { backendNow } from '#api/clock.ts';
import { countLogs } from '#api/logs/logs.ts';
import { deletedFilter, type LogLimits, stricterLimits } from '#domain/logs/deletion.ts';
import { createLatest } from '#stores/base/latest.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { logSettingsForm } from './settings.ts';

/** Time without another change before the entries are counted, in ms. */
const PAUSE = 300;

/** A number of entries: unknown while it is counted, or when that failed. */
type Count = number | 'busy' | 'failed';

/** Counts the entries that given limits would delete, while it is used; undefined without limits. */
function createCount($limits: ReadableAtom<LogLimits | undefined>): ReadableAtom<Count | undefined> {
  const $count = atom<Count | undefined>(undefined);
  onMount($count, () => {
    const counting = createLatest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = async (limits: LogLimits) => {
      const signal = counting.begin();
      const found = await countLogs(deletedFilter(limits, new Date(backendNow())), { signal }).catch(
        () => 'failed' as const,
      );
      if (!signal.aborted) $count.set(found);
    };
    const stop = $limits.subscribe((limits) => {
      clearTimeout(timer);
      counting.abort();
      $count.set(limits && 'busy');
      if (limits) timer = setTimeout(() => void count(limits), PAUSE);
    });
    return stopAll(stop, () => clearTimeout(timer), counting.abort);
  });
  return $count;
}

const limitsOf = (values: ReturnType<typeof logSettingsForm.$values.get>): LogLimits => ({
  maxDays: values['logs.maxDays'],
  minLevel: values['logs.minLevel'],
});

/** How many stored entries a save of the typed log settings would delete; undefined if it keeps all. */
export const $lostBySettings = createCount(
  computed([logSettingsForm.$base, logSettingsForm.$values], (base, values) =>
    stricterLimits(limitsOf(base), limitsOf(values)),
  ),
);
