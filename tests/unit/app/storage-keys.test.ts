import { expect, test } from 'vitest';
import * as keys from '#domain/app/storage-keys.ts';

// Browsers hold values under these names: another name loses them.
test.each([
  ['the theme', keys.THEME_KEY, 'atollTheme'],
  ['the width of the sidebar', keys.SIDEBAR_WIDTH_KEY, '@adminSidebarWidth'],
  ['the pinned collections', keys.PINNED_KEY, '@pinnedCollections'],
  ['hidden columns', keys.hiddenColumnsKey('abc'), 'abc@hiddenColumns'],
  ['widths of columns', keys.columnWidthsKey('abc'), 'abc@columnWidths'],
  ['the token for files', keys.FILE_TOKEN_KEY, 'pb_admin_file_token'],
])('[ST-02] [ST-04] [ST-06] %s keep their name in the storage', (_what, key, name) => {
  expect(key).toBe(name);
});
