/** `light`, `dark`, or absent to follow the system. */
export const THEME_KEY = 'atollTheme';
/** `local` or an IANA name; absent for UTC. */
export const ZONE_KEY = 'atollZone';
/** A JSON object of `CommandUses`. */
export const COMMAND_USES_KEY = 'atollCommandUses';
/** `0` when the record panel does not stand beside the table on wide windows. */
export const DOCKED_KEY = 'atollDockedRecord';
/** `1` when an address without a path opens Home, else absent. */
export const START_AT_HOME_KEY = 'atollStartAtHome';
/** `0` when single characters are no shortcuts. */
export const SINGLE_KEYS_KEY = 'atollSingleKeys';
/** A CSS length such as `324px`. */
export const SIDEBAR_WIDTH_KEY = '@adminSidebarWidth';
/** A JSON array of ids. */
export const PINNED_KEY = '@pinnedCollections';
/** A JSON object as in `folders.ts`; absent until they are used. */
export const FOLDERS_KEY = 'atollFolders';
/** A JSON array of ids; absent when none is hidden. */
export const hiddenColumnsKey = (collectionId: string): string => `${collectionId}@hiddenColumns`;
/** A JSON object of column ids and px; absent when none was changed. */
export const columnWidthsKey = (collectionId: string): string => `${collectionId}@columnWidths`;
/** Id of a number field; absent without one. */
export const orderKey = (collectionId: string): string => `${collectionId}@order`;
/** A JSON object of drafts by record id. */
export const cellDraftKey = (collectionId: string): string => `record_draft_${collectionId}_@cells`;
/** A JSON array of ids; absent when none was moved. */
export const columnOrderKey = (collectionId: string): string => `${collectionId}@columnOrder`;
/** A JSON array of those that found no error, newest first; absent when there are none. */
export const recentFiltersKey = (collectionId: string, adminId: string): string =>
  `${collectionId}@recentFilters@${adminId}`;
/** A JSON object as in `records/transfer/export-choices.ts`. */
export const EXPORT_KEY = 'atollExport';
/** The line of the backend and its version, `pb23 0.40.6`, as it was last seen; the version may be missing. */
export const BACKEND_KEY = 'atollBackend';
/** `hold` when nothing of a batch with a refused change is sent, else absent. */
export const WHEN_REFUSED_KEY = 'atollWhenRefused';
/** A JSON object as in `stores/job/batch-settings.ts`, while batch requests are on for work of this device. */
export const BATCH_ON_KEY = 'atollBatchOn';
/** A JSON array as in `records/import/unfinished.ts`, absent when empty. */
export const UNFINISHED_IMPORTS_KEY = 'atollImports';
/** `1` while the page sends nothing to the backend that may change something, else absent. */
export const READ_ONLY_KEY = 'atollReadOnly';
/** A JSON array of the jobs that were started here, as in `cron-runs.ts`; absent when there are none. */
export const CRON_RUNS_KEY = 'atollCronRuns';
/** The cached token for protected files. */
export const FILE_TOKEN_KEY = 'pb_admin_file_token';
/** `1` or `0`. */
export const ADMIN_LOGS_KEY = 'adminLogRequests';
/** `1`, else absent. */
export const LOGS_BY_LEVEL_KEY = 'logs_by_level';
/** In ms; absent for the usual duration. */
export const SLOW_FROM_KEY = 'atollSlowFrom';
export const LAST_TEST_EMAIL_KEY = 'last_email_test';
/** A JSON object of values by path, without secrets. */
export const settingsDraftKey = (name: string): string => `settings_draft_${name}`;
/** A JSON array of the texts of drafts that wait for the one before them, the newest last. */
export const waitingDraftsKey = (ownKey: string): string => `${ownKey}@waiting`;
/** The backup that was restored before the page reloaded; in the storage of the tab. */
export const RESTORED_KEY = 'restored_backup';
/** The step of a sign-in that waits for a second factor, as `second-factor.ts` has it; in the storage of the tab. */
export const SIGN_IN_STEP_KEY = 'sign_in_step';
/** The token of the link for the first administrator; in the storage of the tab. */
export const FIRST_LINK_KEY = 'first_link';
/** A `RememberedList`, in the storage of the tab. */
export const LISTED_KEY = 'listed_collection';
/** A JSON array as in `issued-tokens.ts`; absent when there are none. */
export const ISSUED_KEY = 'atollIssued';
/** A JSON array as in `template.ts`; absent when there are none. */
export const TEMPLATES_KEY = 'atollTemplates';
/** A JSON object of `[x, y]` in px by the ids of collections, once a tile was moved. */
export const SCHEMA_PLACES_KEY = 'atollSchemaPlaces';
/** A JSON array as in `view.ts`, absent when empty; in the storage of the tab, the view on screen. */
export const VIEWS_KEY = 'atollViews';
/** A JSON array of statements that were run, newest first. */
export const SQL_HISTORY_KEY = 'atollSqlHistory';
/** `0` when statements that were run are not kept. */
export const KEEPS_SQL_KEY = 'atollKeepsSql';
/** A JSON array as in `saved.ts`; absent when there are none. */
export const QUERIES_KEY = 'atollQueries';
/** What is typed in the SQL console; in the storage of the tab. */
export const SQL_TEXT_KEY = 'sql_text';

/** Keys of the device, which all backends share. A pattern, because every page begins with it. */
export const isShared = (key: string): boolean => /^(atoll(Theme|Zone|Docked|Start|Single)|@admin)/.test(key);
