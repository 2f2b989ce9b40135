import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { $logsPopup, closeLogsPopup, openLogsSettings } from '#stores/app/popups.ts';
import { go } from '#stores/app/route.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { $lostBySettings, logSettingsForm as form } from '#stores/logs/settings.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  backend,
  isList,
  loaded,
  openLogs,
  startLogsTests,
  toasts,
  until,
  writeLogs,
} from './logs-fixture.ts';

startLogsTests();

const STORED = { logs: { maxDays: 30, minLevel: 100, logIp: false } };
const VALUES = { 'logs.days': 30, 'logs.minLevel': 100, 'logs.hasAddresses': false };
const isSettings = ({ path }: { readonly path: string }) => path === '/api/settings';
const isSave = (request: { readonly path: string; readonly method: string }) =>
  isSettings(request) && request.method === 'PATCH';

let stopPopup: (() => void) | undefined;

/** Opens the popup, which loads the settings while it is open. */
function open() {
  openLogsSettings();
  const stop = form.start();
  const stopFollowing = $logsPopup.listen(() => {
    stopFollowing();
    stop();
  });
  stopPopup = closeLogsPopup;
}
const isReady = () => until(form.$state, (state) => state === 'ready');
const stored = async () => (await backend().api.get<{ logs: object }>('/api/settings')).logs;

afterEach(async () => {
  stopPopup?.();
  await backend().api.patch('/api/settings', STORED);
});

test('[LS-01] opening loads the stored values', async () => {
  await openLogs();
  const { sent } = watchRequests();
  open();
  expect(form.$state.get()).toBe('busy');
  await isReady();
  expect(sent).toEqual(['GET /api/settings']);
  expect(form.$values.get()).toEqual(VALUES);
});

test('[LS-02] saving is possible only with changes', async () => {
  await openLogs();
  open();
  expect(form.$canSave.get()).toBe(false);
  await isReady();
  expect(form.$canSave.get()).toBe(false);
  form.set('logs.days', 7);
  expect(form.$canSave.get()).toBe(true);
  form.set('logs.days', 30);
  expect(form.$canSave.get()).toBe(false);
  form.set('logs.hasAddresses', true);
  const { arrived, release } = holdRequests(isSave);
  const saving = form.save();
  await arrived;
  expect(form.$canSave.get()).toBe(false);
  release();
  expect(await saving).toBe(true);
});

test('[LS-04] saving sends the settings, closes with one message and loads list and chart again', async () => {
  await openLogs();
  open();
  await isReady();
  form.set('logs.days', 7);
  form.set('logs.minLevel', -4);
  form.set('logs.hasAddresses', true);
  const { sent } = watchRequests();
  expect(await form.save()).toBe(true);
  expect($logsPopup.get()).toBeUndefined();
  await loaded();
  expect(sent.slice(0, 2)).toEqual(['GET /api/settings', 'PATCH /api/settings']);
  expect(sent.slice(2).toSorted()).toEqual(['GET /api/logs', 'GET /api/logs/stats']);
  expect(await stored()).toMatchObject({ maxDays: 7, minLevel: -4, logIp: true });
  // Closing does not stop the request that has succeeded.
  expect(toasts()).toEqual(['Successfully saved logs settings.']);
});

test('[LS-05] messages of the backend are shown at their fields, and the popup stays open', async () => {
  await openLogs();
  open();
  await isReady();
  const data = { logs: { maxDays: { code: 'validation_min', message: 'Must be no less than 0.' } } };
  const accept = rejectRequests(isSave, 'An error occurred while saving the settings.', 400, data);
  form.set('logs.days', -1);
  form.set('logs.minLevel', 3);
  const { sent } = watchRequests();
  expect(await form.save()).toBe(false);
  expect(form.$errors.get()).toEqual({ 'logs.days': 'Must be no less than 0.' });
  expect(toasts()).toEqual(['An error occurred while saving the settings.']);
  expect($logsPopup.get()).toBe('settings');
  expect(form.$values.get()).toMatchObject({ 'logs.days': -1, 'logs.minLevel': 3 });
  expect(sent).toEqual(['GET /api/settings', 'PATCH /api/settings']);
  form.set('logs.minLevel', 4);
  expect(form.$errors.get()).toHaveProperty(['logs.days']);
  form.set('logs.days', 1);
  expect(form.$errors.get()).toEqual({});
  accept();
});

test('[LS-05] the backend itself refuses a number of days, with a message at the field', async () => {
  await openLogs();
  open();
  await isReady();
  form.set('logs.days', -1);
  expect(await form.save()).toBe(false);
  expect(Object.keys(form.$errors.get())).toEqual(['logs.days']);
  expect(await stored()).toMatchObject(STORED.logs);
});

test('[LS-06] after closing without saving, the popup opens with the stored values only', async () => {
  await openLogs();
  open();
  await isReady();
  form.set('logs.days', 99);
  closeLogsPopup();
  await settled();
  // Neither the typed values nor the old ones are visible while the stored ones load.
  expect(form.$state.get()).toBe('busy');
  expect(form.$values.get()['logs.days']).toBeUndefined();
  await backend().api.patch('/api/settings', { logs: { maxDays: 8 } });
  open();
  await isReady();
  expect(form.$values.get()['logs.days']).toBe(8);
  expect(form.$isDirty.get()).toBe(false);
  expect(toasts()).toEqual([]);
});

test('[SH-07] another screen closes the popup', async () => {
  await openLogs();
  const stop = $logsPopup.listen(() => {});
  openLogsSettings();
  go('collections');
  expect($logsPopup.get()).toBeUndefined();
  stop();
});

describe('what a save deletes', () => {
  const DAY = 86_400_000;

  /** Entries of level 0 and these ages, in days. */
  function writeAges(...ages: readonly number[]) {
    writeLogs(...ages.map((age) => ({ message: `age ${age}`, created: Date.now() - (age + 0.1) * DAY })));
  }

  /** Opens the settings with what counts their losses. */
  async function openCounted(): Promise<void> {
    for (const stop of [form.start(), $lostBySettings.listen(() => {})]) onTestFinished(stop);
    await until(form.$state, (state) => state === 'ready');
  }

  beforeEach(async () => {
    await backend().api.patch('/api/settings', { logs: { maxDays: 30, minLevel: -100 } });
    await openLogs();
    writeAges(0, 2, 5, 9);
  });

  test('stricter settings tell how many entries a save deletes', async () => {
    await openCounted();
    expect($lostBySettings.get()).toBeUndefined();
    form.set('logs.days', 5);
    await until($lostBySettings, (count) => typeof count === 'number');
    expect($lostBySettings.get()).toBe(2);
    form.set('logs.minLevel', 4);
    await until($lostBySettings, (count) => count !== 'busy' && count !== 2);
    expect($lostBySettings.get()).toBeGreaterThanOrEqual(4);
    form.set('logs.days', 60);
    form.set('logs.minLevel', -100);
    expect($lostBySettings.get()).toBeUndefined();
  });

  test('counts by the clock of the backend, which decides what is older', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * DAY });
    onTestFinished(() => void vi.useRealTimers());
    await refreshLogs();
    await openCounted();
    form.set('logs.days', 4);
    await until($lostBySettings, (count) => typeof count === 'number');
    expect($lostBySettings.get()).toBe(2);
  });

  test('only the latest typed number is counted, once; a count that fails says nothing', async () => {
    await openCounted();
    const { sent } = watchRequests();
    form.set('logs.days', 8);
    form.set('logs.days', 1);
    form.set('logs.days', 5);
    await until($lostBySettings, (count) => typeof count === 'number');
    expect([$lostBySettings.get(), sent.filter((each) => each.startsWith('GET /api/logs')).length]).toEqual([
      2, 1,
    ]);
    const allow = rejectRequests(isList, 'Broken.', 500);
    form.set('logs.days', 4);
    await until($lostBySettings, (count) => count === 'failed');
    allow();
    form.set('logs.days', 30);
    expect($lostBySettings.get()).toBeUndefined();
  });
});
