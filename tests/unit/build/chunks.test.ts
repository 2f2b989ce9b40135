import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkedChunkGroups, chunkFileName, chunkGroups } from '#build/chunks.mjs';
import { inRoot } from '#scripts/lib/paths.ts';

/** The sources, as the bundler names them. */
const FILES = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `${inRoot('src')}/${path}`,
);

/** Entries: nothing imports them statically. */
const entry = {
  boot: '/src/layouts/boot.ts',
  login: '/src/islands/auth/LoginPage.tsx',
  menu: '/src/islands/app/AvatarMenu.tsx',
  records: '/src/islands/records/RecordsPage.tsx',
  logs: '/src/islands/logs/LogsPage.tsx',
  application: '/src/islands/settings/ApplicationPage.tsx',
  tokens: '/src/islands/settings/TokensPage.tsx',
  mail: '/src/islands/settings/MailPage.tsx',
  import: '/src/islands/settings/ImportPage.tsx',
  admins: '/src/islands/settings/AdminsPage.tsx',
  backups: '/src/islands/settings/BackupsPage.tsx',
  panels: '/src/islands/records/panel/RecordPanels.tsx',
  live: '/src/stores/records/live.ts',
  follow: '/src/stores/records/panel/follow-route.ts',
  editors: '/src/islands/collections/editor/CollectionEditors.tsx',
};

/** Modules by id, with their importers. */
const MODULES: Record<string, string[]> = {
  ...Object.fromEntries(Object.values(entry).map((id) => [id, []])),
  '/src/lib/browser/storage.ts': [entry.boot, entry.records],
  '/src/lib/menu.ts': [entry.menu, entry.records],
  '/src/lib/cells.ts': ['/src/lib/table.ts'],
  '/src/lib/table.ts': [entry.records, '/src/lib/cells.ts'],
  '/src/components/rows.ts': [entry.records, entry.logs],
  '/src/components/toggle.ts': [entry.logs, '/src/islands/records/panel.ts'],
  '/src/lib/domain/logs/chart.ts': [entry.logs],
  '/src/components/icon.ts': [entry.records, entry.application],
  '/src/stores/factories/create-settings-form.ts': [entry.application, entry.tokens],
  '/src/components/loaded.ts': [entry.application, entry.logs],
  '/src/components/empty.ts': [entry.mail, entry.logs],
  '/src/lib/domain/collections/collection.ts': [entry.import, entry.records],
  '/src/components/time.ts': [entry.backups, entry.logs],
  '/src/components/search.ts': [entry.admins, entry.logs, entry.records],
  '/src/stores/factories/create-list.ts': [entry.admins, entry.logs],
  '/src/components/header.ts': [entry.admins, entry.backups, entry.application],
  '/src/stores/app/unsaved.ts': [entry.application, entry.backups],
  '/src/components/id.ts': [entry.admins, entry.records],
  '/src/lib/wire/pb22/collections.ts': ['/src/lib/wire/pb22/wire.ts'],
  '/src/lib/wire/pb23/collections.ts': ['/src/lib/wire/pb23/wire.ts'],
  '/src/lib/wire/codec.ts': ['/src/lib/wire/pb22/collections.ts', '/src/lib/wire/pb23/collections.ts'],
  '/src/lib/wire/pb22/wire.ts': [],
  '/src/lib/wire/pb23/wire.ts': [],
  '/src/lib/api/upload.ts': ['/src/stores/settings/backups/upload.ts', entry.panels],
  '/src/stores/settings/backups/upload.ts': [entry.backups],
  '/src/stores/settings/admins/list.ts': [entry.admins],
  '/src/lib/settings.ts': [entry.mail],
  '/src/stores/promote/run.ts': [],
  '/src/components/overlay/MenuPopup.tsx': [],
  '/src/lib/live.ts': [entry.live],
  '/src/lib/changed.ts': [entry.live, entry.follow, '/src/stores/promote/run.ts'],
  '/src/lib/form.ts': [entry.follow, entry.editors],
  '/src/lib/float.ts': [entry.live, '/src/components/overlay/MenuPopup.tsx'],
  '/node_modules/react-dom/client.js': [entry.boot],
  '/node_modules/react-dom/cjs/react-dom-client.production.js': ['/node_modules/react-dom/client.js'],
  '/node_modules/scheduler/index.js': ['/node_modules/react-dom/client.js'],
  '/node_modules/react-dom/index.js': [entry.records],
  '/node_modules/react-dom/cjs/react-dom.production.js': ['/node_modules/react-dom/index.js'],
};

/** Islands and scripts of the page. */
const isEntry = (id: string) => /\/src\/(islands\/\w+\/(panel\/)?\w+\.tsx|layouts\/)/.test(id);

/** Parts that are imported on demand. */
const isPart = (id: string) => /\/(live|follow-route|run|CollectionEditors|MenuPopup)\.tsx?$/.test(id);

const context = {
  getModuleInfo: (id: string) => {
    const importers = MODULES[id];
    const dynamicImporters = isPart(id) && !id.includes('/lib/') ? ['/src/layouts/boot.ts'] : [];
    return importers ? { importers, dynamicImporters, isEntry: isEntry(id) } : null;
  },
};

/** The first group, by priority, that accepts a module. */
function groupOf(id: string) {
  const ordered = chunkGroups.toSorted((a, b) => b.priority - a.priority);
  return ordered.find(({ name }) => name(id, context) !== null);
}

/** The chunk of a module. */
const chunkOf = (id: string) => groupOf(id)?.name(id, context) ?? undefined;

test.each([
  ['/src/lib/browser/storage.ts', 'core'],
  ['/src/lib/menu.ts', 'shell'],
  ['/src/lib/table.ts', 'collections'],
  ['/src/lib/cells.ts', 'collections'],
  ['/src/lib/domain/logs/chart.ts', 'logs'],
  ['/src/stores/factories/create-settings-form.ts', 'settings'],
  // What several lists need, and what panels of other screens need too, is apart from the screens' own chunks.
  ['/src/components/rows.ts', 'tables'],
  ['/src/components/search.ts', 'tables'],
  ['/src/stores/factories/create-list.ts', 'tables'],
  ['/src/components/id.ts', 'tables'],
  ['/src/components/toggle.ts', 'parts'],
  ['/src/lib/api/upload.ts', 'upload'],
  // The wires of the lines, and what they share.
  ['/src/lib/wire/pb22/collections.ts', 'pb22'],
  ['/src/lib/wire/pb23/collections.ts', 'pb23'],
  ['/src/lib/wire/codec.ts', 'shell'],
  // What lists and settings pages share is one chunk.
  ['/src/components/icon.ts', 'shell'],
  ['/src/components/loaded.ts', 'shell'],
  ['/src/components/empty.ts', 'shell'],
  ['/src/lib/domain/collections/collection.ts', 'shell'],
  ['/src/components/time.ts', 'shell'],
  ['/src/components/header.ts', 'shell'],
  ['/src/stores/app/unsaved.ts', 'shell'],
  ['/src/stores/settings/backups/upload.ts', 'backups'],
  ['/src/stores/settings/admins/list.ts', 'admins'],
  // What is fetched soon after the records; apart from it, what parts of other screens need, too.
  ['/src/stores/records/live.ts', 'live'],
  ['/src/lib/live.ts', 'live'],
  ['/src/lib/changed.ts', 'records'],
  ['/src/lib/form.ts', 'forms'],
  ['/src/lib/float.ts', 'part'],
  ['/src/lib/settings.ts', 'part'],
  ['/src/lib/unknown.ts', 'part'],
])('puts %s into the first group that needs it: %s', (id, chunk) => {
  expect(chunkOf(id)).toBe(chunk);
});

test.each(Object.keys(MODULES).filter((id) => id.includes('/islands/') || id.includes('/layouts/')))(
  'keeps %s as a separate file, because an island is loaded by it',
  (id) => {
    expect(chunkOf(id)).toBeUndefined();
  },
);

test.each([
  '/node_modules/react-dom/client.js',
  '/node_modules/react-dom/cjs/react-dom-client.production.js',
  '/node_modules/scheduler/index.js',
])('keeps %s in a separate chunk, the largest and the one that changes least', (id) => {
  expect(chunkOf(id)).toBeUndefined();
});

test.each(['/node_modules/react-dom/index.js', '/node_modules/react-dom/cjs/react-dom.production.js'])(
  'puts %s into the chunk that every page needs, for any importer',
  (id) => {
    expect(chunkOf(id)).toBe('core');
  },
);

test('small chunks join others, those of screens and of parts apart', () => {
  const merging = ['/src/lib/settings.ts', '/src/lib/unknown.ts'].map(groupOf);
  expect(merging).toMatchObject([
    { debugName: 'shared by screens', entriesAware: true, entriesAwareMergeThreshold: 1500 },
    { debugName: 'shared by parts', entriesAware: true, entriesAwareMergeThreshold: 6000 },
  ]);
});

test('the file of a shared chunk is not named after all that share it', () => {
  expect(['part~RecordPanels~CollectionEditors', 'core'].map((name) => chunkFileName({ name }))).toEqual([
    'assets/part.[hash:7].js',
    'assets/[name].[hash:7].js',
  ]);
});

test.each(['/stores/logs/page.ts', '/islands/docs/'])(
  'fails the build when %s, which it needs, is gone',
  (gone) => {
    const end = (files: string[]) => {
      const { buildEnd } = checkedChunkGroups as { buildEnd: (this: object, error?: Error) => void };
      return () => buildEnd.call({ getModuleIds: () => files.values() });
    };
    expect(end(FILES)).not.toThrow();
    expect(end(FILES.filter((path) => !path.includes(gone)))).toThrow(
      `build/chunks.mjs names no module: ${gone.slice(1)}`,
    );
  },
);
