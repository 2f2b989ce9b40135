import { afterEach, expect, test, vi } from 'vitest';
import { NO_RESPONSE_MESSAGE } from '#domain/app/api-error.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { startSettings, startTitle } from '#stores/app/settings.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { $logs } from '#stores/logs/list.ts';
import { $stats } from '#stores/logs/live.ts';
import { refreshLogs, startLogsPage } from '#stores/logs/page.ts';
import { $records, $total, refreshRecords, startRecords } from '#stores/records/list.ts';
import { $exportable, loadExport, startExport } from '#stores/settings/export.ts';
import { $existing, loadExisting, startImport } from '#stores/settings/import.ts';
import { $enabledProviders, loadProviders, startProviders } from '#stores/settings/providers/list.ts';
import { createStored, editorOf } from '#tests/stores/collections/editor/drafts-fixture.ts';
import { backend, toasts, until } from '#tests/stores/records/record-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { LOST, REFUSED, startFaultTests, wire } from './faults-fixture.ts';

startFaultTests();
startStores(() => [
  startRouting(),
  startSettings(),
  startTitle(),
  $collections.listen(() => {}),
  startRecords(),
  startLogsPage(),
]);

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  go('settingsTokens');
  vi.restoreAllMocks();
});

/** A screen that reads from the backend. */
interface Screen {
  readonly matches: string | RegExp;
  /** What was loaded before stays on screen. */
  readonly keeps?: true;
  /** Opens it; resolves when it has loaded or failed. */
  readonly open: () => Promise<void>;
  readonly retry: () => Promise<void>;
  readonly state: () => string;
  /** What it shows, once it has loaded. */
  readonly content: () => unknown;
}

const ended = (load: { readonly state: string; readonly loading?: unknown }): boolean =>
  load.state !== 'busy' && !load.loading;

let rows: { id: string } | undefined;
async function collectionOfRows(): Promise<string> {
  if (!rows) {
    rows = await createCollection(backend().api, { name: uniqueName('rows'), fields: [field('title')] });
    await createRecords(backend().api, rows.id, 2, (index) => ({ title: `row ${index}` }));
    await loadCollections();
  }
  return rows.id;
}

let settings = createSettingsForm({ fields: APPLICATION_FIELDS });
let editor: ReturnType<typeof editorOf> | undefined;

const SCREENS: Record<string, Screen> = {
  'the collections': {
    matches: '/api/collections',
    keeps: true,
    open: loadCollections,
    retry: loadCollections,
    state: () => $collections.get().state,
    content: () => {
      const load = $collections.get();
      return load.state === 'ready' && load.value.some(({ name }) => name === 'users');
    },
  },
  'the records': {
    matches: /\/records$/,
    open: async () => {
      const collectionId = await collectionOfRows();
      go('collections', { collectionId });
      await until($activeCollection, (active) => active?.id === collectionId);
      await until($records, ended);
    },
    retry: async () => {
      await refreshRecords();
      await until($records, ended);
      await until($total, (total) => total !== undefined);
    },
    state: () => $records.get().state,
    content: () => {
      const list = $records.get();
      return list.state === 'ready' && list.items.length === 2 && $total.get() === 2;
    },
  },
  'the logs': {
    matches: /^\/api\/logs/,
    open: async () => {
      go('logs');
      await until($logs, ended);
      await until($stats, ({ state }) => state !== 'busy');
    },
    retry: refreshLogs,
    state: () => ($logs.get().state === $stats.get().state ? $logs.get().state : 'different'),
    content: () => $stats.get().hours !== undefined,
  },
  'a settings page': {
    matches: '/api/settings',
    open: async () => {
      settings = createSettingsForm({ fields: APPLICATION_FIELDS });
      stops.push(settings.start());
      await until(settings.$state, (state) => state !== 'busy');
    },
    retry: () => settings.load(),
    state: () => settings.$state.get(),
    content: () => settings.$values.get()['application.name'] !== '',
  },
  'the providers': {
    matches: '/api/settings',
    keeps: true,
    open: async () => {
      stops.push(startProviders());
      await loadProviders();
    },
    retry: loadProviders,
    state: () => $enabledProviders.get().state,
    content: () => $enabledProviders.get().state === 'ready',
  },
  'the export': {
    matches: '/api/collections',
    open: async () => {
      stops.push(startExport());
      await until($exportable, ended);
    },
    retry: loadExport,
    state: () => $exportable.get().state,
    content: () => {
      const load = $exportable.get();
      return load.state === 'ready' && load.value.length > 0;
    },
  },
  'the import': {
    matches: '/api/collections',
    open: async () => {
      stops.push(startImport());
      await until($existing, ended);
    },
    retry: loadExisting,
    state: () => $existing.get().state,
    content: () => {
      const load = $existing.get();
      return load.state === 'ready' && load.value.length > 0;
    },
  },
  'the collection editor': {
    matches: /^\/api\/collections\/\w+$/,
    open: async () => {
      editor = editorOf(await createStored());
      await until(editor.$freshness, (state) => state !== 'loading');
    },
    retry: async () => editor?.loadStored(),
    state: () => editor?.$freshness.get() ?? '',
    content: () => editor?.$values.get().fields.length === 2,
  },
};

/** The faults of a screen: a chart without bars is a result. */
const faultsOf = (name: string) =>
  Object.entries({ ...REFUSED, ...LOST }).filter(
    ([fault]) => name !== 'the logs' || fault !== 'a list of nothing',
  );

for (const [name, screen] of Object.entries(SCREENS)) {
  test.each(faultsOf(name))(`${name}: %s fails with a message, and trying again works`, async (_, fault) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    if (name === 'the records') await collectionOfRows();
    if (screen.keeps) await screen.open();
    const session = $session.get();
    wire().fail(fault, ({ path }) =>
      typeof screen.matches === 'string' ? path === screen.matches : screen.matches.test(path),
    );
    await screen.open();
    expect(screen.state()).toBe(screen.keeps ? 'ready' : 'failed');
    if (screen.keeps) expect(screen.content()).toBe(true);
    expect(wire().failed.length).toBeGreaterThan(0);
    expect(toasts()).not.toEqual([]);
    for (const message of toasts())
      expect(message).toMatch(
        /^(Too many requests\. Wait 5 s, then|Something went wrong while processing|The response is incomplete or not)/,
      );
    expect($session.get()).toEqual(session);
    wire().heal();
    await screen.retry();
    expect([screen.state(), screen.content()]).toEqual(['ready', true]);
  });
}

test('a read that never ends fails after a minute, and can be repeated', async () => {
  const timeout = new AbortController();
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(60_000);
    resolve();
    return timeout.signal;
  });
  wire().fail({ kind: 'hanging' });
  const loading = loadCollections();
  await asked;
  expect($collections.get().state).not.toBe('failed');
  timeout.abort(new DOMException('Timed out.', 'TimeoutError'));
  await loading;
  expect(toasts()).toEqual([NO_RESPONSE_MESSAGE]);
  vi.restoreAllMocks();
  wire().heal();
  await loadCollections();
  expect($collections.get().state).toBe('ready');
});
