/** `light`, `dark`, or absent to follow the system. */
export const THEME_KEY = 'atollTheme';
/** `local` or an IANA name; absent for UTC. */
export const ZONE_KEY = 'atollZone';
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
/** A JSON array of ids; absent when none was moved. */
export const columnOrderKey = (collectionId: string): string => `${collectionId}@columnOrder`;
/** The line of the backend and its version, `pb23 0.40.6`, as it was last seen; the version may be missing. */
export const BACKEND_KEY = 'atollBackend';
/** `1` while the page sends nothing to the backend that may change something, else absent. */
export const READ_ONLY_KEY = 'atollReadOnly';
/** The cached token for protected files. */
export const FILE_TOKEN_KEY = 'pb_admin_file_token';
/** `1` or `0`. */
export const ADMIN_LOGS_KEY = 'adminLogRequests';
/** `1`, else absent. */
export const LOGS_BY_LEVEL_KEY = 'logs_by_level';
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
/** A JSON array as in `template.ts`; absent when there are none. */
export const TEMPLATES_KEY = 'atollTemplates';
/** A JSON array as in `view.ts`, absent when empty; in the storage of the tab, the view on screen. */
export const VIEWS_KEY = 'atollViews';

/** Keys of the device, which all backends share. A pattern, because every page begins with it. */
export const isShared = (key: string): boolean => /^(atoll(Theme|Zone|Docked|Start|Single)|@admin)/.test(key);
