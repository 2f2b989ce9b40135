/* What the first script says to a backend, before any module is there. */
export { adminsRequest } from './administrators.ts';
export { backupsRequest } from './backups.ts';
export { collectionsRequest, readListed } from './collection-requests.ts';
export { isValidAdminToken, SIGN_IN_PATH, signInBody } from './identities.ts';
export { logStatsRequest, logsRequest, NEWEST_LOGS, ownFilter } from './logs.ts';
export { recordRequests } from './records.ts';
export { settingsRequest } from './settings.ts';
