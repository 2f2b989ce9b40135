import { formatStored } from '#domain/app/date.ts';
import type { JsonObject } from '#domain/app/is-object.ts';
import { members, text } from '#domain/app/lenient.ts';
import { parseCron } from '#domain/settings/backups/cron.ts';
import { nextRuns } from '#domain/settings/backups/cron-runs.ts';
import { describeSchedule } from '#domain/settings/backups/cron-words.ts';

/** The schedule of the automatic backups. */
export interface BackupSchedule {
  /** `At 00:00 on Sunday`, or why there is none. */
  readonly words: string;
  /** The next run as a stored date; empty when there is none. */
  readonly next: string;
}

/** Reads the schedule of the automatic backups. `now` is in ms since 1970. */
export function backupSchedule(settings: JsonObject, now: number): BackupSchedule {
  const cron = text(members(settings['backups'])['cron']);
  if (!cron) return { words: 'Automatic backups are off.', next: '' };
  const parsed = parseCron(cron);
  if ('problem' in parsed) return { words: parsed.problem, next: '' };
  const [run] = nextRuns(parsed.schedule, new Date(now), 1);
  return {
    words: run
      ? `${describeSchedule(parsed.schedule)} UTC`
      : 'No date matches the schedule, so it never runs.',
    next: run ? formatStored(run) : '',
  };
}
