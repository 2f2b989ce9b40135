import { formatStored } from '#domain/app/date.ts';
import { describeSchedule, nextRuns, parseCron } from '#domain/model/cron.ts';

/** A cron expression in words, or why there are none, and the next run as a stored date, or ''. `now` is in ms since 1970. */
export function backupSchedule(cron: string, now: number): Record<'words' | 'next', string> {
  if (!cron) return { words: 'Automatic backups are off.', next: '' };
  const parsed = parseCron(cron);
  if ('problem' in parsed) return { words: parsed.problem, next: '' };
  const [run] = nextRuns(parsed.schedule, new Date(now), 1);
  if (!run) return { words: 'No date matches the schedule, so it never runs.', next: '' };
  return { words: `${describeSchedule(parsed.schedule)} UTC`, next: formatStored(run) };
}
