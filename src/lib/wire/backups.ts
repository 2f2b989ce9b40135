/* The port for backups. */
import { restoreFailuresIn } from './both/backups.ts';
import { newestLogs } from './newest.ts';

export {
  backupPath,
  backupsRequest,
  createBackupRequest,
  deleteBackupRequest,
  readBackups,
  readCanBackup,
  readRestoreFailure,
  restoreBackupRequest,
  uploadBackupRequest,
} from './both/backups.ts';

export const restoreFailuresRequest = () => restoreFailuresIn(newestLogs());
