import { expect, test } from 'vitest';
import * as laterKeys from '#domain/app/later-keys.ts';
import * as keys from '#domain/app/storage-keys.ts';

// Users' browsers store values under these names. Renaming a key loses them.
test('[ST-02] [ST-04] [ST-06] the storage keys are unchanged', () => {
  const { isShared: _, ...first } = keys;
  const all = { ...first, ...laterKeys };
  const names = Object.values(all).map((key) => (typeof key === 'string' ? key : key('abc', 'def')));
  expect(names.sort()).toEqual([
    '@adminSidebarWidth',
    '@pinnedCollections',
    'abc@columnOrder',
    'abc@columnWidths',
    'abc@hiddenColumns',
    'abc@order',
    'abc@recentFilters@def',
    'abc@waiting',
    'adminLogRequests',
    'atollBackend',
    'atollBatchOn',
    'atollCommandUses',
    'atollCronRuns',
    'atollDockedRecord',
    'atollExport',
    'atollFolders',
    'atollImports',
    'atollIssued',
    'atollKeepsSql',
    'atollQueries',
    'atollReadOnly',
    'atollSchemaPlaces',
    'atollSingleKeys',
    'atollSlowFrom',
    'atollSqlHistory',
    'atollStartAtHome',
    'atollTemplates',
    'atollTheme',
    'atollViews',
    'atollWhenRefused',
    'atollZone',
    'first_link',
    'last_email_test',
    'listed_collection',
    'logs_by_level',
    'pb_admin_file_token',
    'record_draft_abc_@cells',
    'restored_backup',
    'settings_draft_abc',
    'sign_in_step',
    'sql_text',
  ]);
});

test.each([
  [keys.THEME_KEY, true],
  [keys.ZONE_KEY, true],
  [keys.TEMPLATES_KEY, false],
  [keys.VIEWS_KEY, false],
])('%s is shared by all backends of a list: %s', (key, isShared) => {
  expect(keys.isShared(key)).toBe(isShared);
});
