import { backendNow } from '#api/clock.ts';
import { listBackups } from '#api/settings/backups.ts';
import { backupSchedule } from '#domain/home/backup-schedule.ts';
import { readSchedule } from '#wire/setting-glance.ts';
import { sharedSettings } from './basics.ts';
import { createCard } from './cards.ts';

// Apart from the other cards: it shares code with the page of backups, which the first load of home leaves out.
/** The newest backup, and the schedule of the automatic ones. */
export const backupsCard = createCard(async (signal) => {
  const [backups, settings] = await Promise.all([listBackups({ signal }), sharedSettings(signal)]);
  return { last: backups[0], schedule: backupSchedule(readSchedule(settings), backendNow()) };
});
