/* The keys of storage that no first screen needs: see storage-keys.ts. */

/** `hold` when nothing of a batch with a refused change is sent, else absent. */
export const WHEN_REFUSED_KEY = 'atollWhenRefused';
/** A JSON object as in `stores/job/batch-settings.ts`, while batch requests are on for work of this device. */
export const BATCH_ON_KEY = 'atollBatchOn';
/** A JSON array as in `records/import/unfinished.ts`, absent when empty. */
export const UNFINISHED_IMPORTS_KEY = 'atollImports';
/** A JSON array of the jobs that were started here, as in `cron-runs.ts`; absent when there are none. */
export const CRON_RUNS_KEY = 'atollCronRuns';
/** A JSON array as in `issued-tokens.ts`; absent when there are none. */
export const ISSUED_KEY = 'atollIssued';
/** A JSON array of statements that were run, newest first. */
export const SQL_HISTORY_KEY = 'atollSqlHistory';
/** `0` when statements that were run are not kept. */
export const KEEPS_SQL_KEY = 'atollKeepsSql';
/** What is typed in the SQL console; in the storage of the tab. */
export const SQL_TEXT_KEY = 'sql_text';
/** A JSON object as in `records/transfer/export-choices.ts`. */
export const EXPORT_KEY = 'atollExport';
/** A JSON object of `[x, y]` in px by the ids of collections, once a tile was moved. */
export const SCHEMA_PLACES_KEY = 'atollSchemaPlaces';
export const LAST_TEST_EMAIL_KEY = 'last_email_test';
/** A JSON array of those that found no error, newest first; absent when there are none. */
export const recentFiltersKey = (collectionId: string, adminId: string): string =>
  `${collectionId}@recentFilters@${adminId}`;
/** A JSON object of drafts by record id. */
export const cellDraftKey = (collectionId: string): string => `record_draft_${collectionId}_@cells`;
/** In ms; absent for the usual duration. */
export const SLOW_FROM_KEY = 'atollSlowFrom';
/** A JSON object of `CommandUses`. */
export const COMMAND_USES_KEY = 'atollCommandUses';
/** A JSON array as in `saved.ts`; absent when there are none. */
export const QUERIES_KEY = 'atollQueries';
