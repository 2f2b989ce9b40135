import { expect, test } from 'vitest';
import * as keys from '#domain/app/storage-keys.ts';

// Users' browsers store values under these names. Renaming a key loses them.
test.each([
  ['the theme', keys.THEME_KEY, 'atollTheme'],
  ['the time zone', keys.ZONE_KEY, 'atollZone'],
  ['the width of the sidebar', keys.SIDEBAR_WIDTH_KEY, '@adminSidebarWidth'],
  ['the pinned collections', keys.PINNED_KEY, '@pinnedCollections'],
  ['the folders', keys.FOLDERS_KEY, 'atollFolders'],
  ['hidden columns', keys.hiddenColumnsKey('abc'), 'abc@hiddenColumns'],
  ['widths of columns', keys.columnWidthsKey('abc'), 'abc@columnWidths'],
  ['the token for files', keys.FILE_TOKEN_KEY, 'pb_admin_file_token'],
])('[ST-02] [ST-04] [ST-06] the storage key of %s is unchanged', (_what, key, name) => {
  expect(key).toBe(name);
});
