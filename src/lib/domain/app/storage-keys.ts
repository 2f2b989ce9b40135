/** Local storage key of the chosen theme: `light`, `dark`, or absent to follow the system. */
export const THEME_KEY = 'atollTheme';
/** The time zone of dates, `local` or an IANA name; absent for UTC. */
export const ZONE_KEY = 'atollZone';
/** How often and when commands of the palette were used, a JSON object. */
export const COMMAND_USES_KEY = 'atollCommandUses';
/** `0` when the record panel is not to stand beside the table on wide windows. */
export const DOCKED_KEY = 'atollDockedRecord';
/** `1` when an address without a path opens Home, else absent. */
export const START_AT_HOME_KEY = 'atollStartAtHome';
/** `0` when single characters are no shortcuts. */
export const SINGLE_KEYS_KEY = 'atollSingleKeys';
/** Width of the page sidebar, a CSS length such as `324px`. */
export const SIDEBAR_WIDTH_KEY = '@adminSidebarWidth';
/** Ids of the pinned collections, a JSON array. */
export const PINNED_KEY = '@pinnedCollections';
/** Folders of the sidebar, a JSON object as in `folders.ts`; absent until they are used. */
export const FOLDERS_KEY = 'atollFolders';
/** Ids of a collection's hidden columns, a JSON array; absent when none is hidden. */
export const hiddenColumnsKey = (collectionId: string): string => `${collectionId}@hiddenColumns`;
/** Widths of a collection's columns, a JSON object of column ids and px; absent when none was changed. */
export const columnWidthsKey = (collectionId: string): string => `${collectionId}@columnWidths`;
/** Id of the number field that orders a collection; absent without one. */
export const orderKey = (collectionId: string): string => `${collectionId}@order`;
/** Changes that wait in the list of a collection, a JSON object of drafts by record id. */
export const cellDraftKey = (collectionId: string): string => `record_draft_${collectionId}_@cells`;
/** Ids of a collection's columns in their chosen order, a JSON array; absent when none was moved. */
export const columnOrderKey = (collectionId: string): string => `${collectionId}@columnOrder`;
/**
 * The last filters of an administrator in a collection that found no error, newest first, a JSON array; absent when
 * there are none.
 */
export const recentFiltersKey = (collectionId: string, adminId: string): string =>
  `${collectionId}@recentFilters@${adminId}`;
/** The last choices of an export, a JSON object as in `records/transfer/export-choices.ts`. */
export const EXPORT_KEY = 'atollExport';
/** The cached token for protected files. */
export const FILE_TOKEN_KEY = 'pb_admin_file_token';
/** Whether the logs include requests by admins, `1` or `0`. */
export const ADMIN_LOGS_KEY = 'adminLogRequests';
/** Whether the chart of the logs is stacked by level: `1`, else absent. */
export const LOGS_BY_LEVEL_KEY = 'logs_by_level';
/** The duration from which a list counts as slow, in ms; absent for the usual one. */
export const SLOW_FROM_KEY = 'atollSlowFrom';
/** The last recipient of a test email. */
export const LAST_TEST_EMAIL_KEY = 'last_email_test';
/** Unsaved edits of a settings page without its secrets, a JSON object of values by path. */
export const settingsDraftKey = (name: string): string => `settings_draft_${name}`;
/** Drafts that wait until the one before them is saved or discarded, a JSON array of their texts, the newest last. */
export const waitingDraftsKey = (ownKey: string): string => `${ownKey}@waiting`;
/** The backup that was restored before the page reloaded, in the storage of the tab: a JSON object. */
export const RESTORED_KEY = 'restored_backup';
/** The first requests of the collection shown last, in the storage of the tab: a `RememberedList`. */
export const LISTED_KEY = 'listed_collection';
/** Templates of new records, a JSON array as in `template.ts`; absent when there are none. */
export const TEMPLATES_KEY = 'atollTemplates';
/** Places of the diagram's tiles after one was moved, a JSON object of `[x, y]` in px by the ids of the collections. */
export const SCHEMA_PLACES_KEY = 'atollSchemaPlaces';
/**
 * Saved views of the records, a JSON array as in `view.ts`; absent when there are none. In the storage of the tab, the
 * view on screen with its present columns, a JSON object.
 */
export const VIEWS_KEY = 'atollViews';

/**
 * Whether a key belongs to the device: theme, time zone, sidebar, docked record, first screen, single keys. All
 * backends of a list share these keys, and no others. A pattern, because every page begins with it.
 */
export const isShared = (key: string): boolean => /^(atoll(Theme|Zone|Docked|Start|Single)|@admin)/.test(key);
