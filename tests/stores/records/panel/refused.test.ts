import { afterEach, expect, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { $preview, closePreview, openPreview } from '#stores/records/panel/preview.ts';
import { hold, refuse, watch } from '#tests/stores/network-fixture.ts';
import { people } from '#tests/stores/people-fixture.ts';
import { answer, toasts, until } from '../record-fixture.ts';
import { openPanel, stored } from './panel-fixture.ts';

const MESSAGE = 'The backend says no.';

afterEach(() => vi.restoreAllMocks());

test('[RP-13] a record that can’t be deleted stays open', async () => {
  const { collection, ids } = await people();
  const panel = await openPanel(collection, ids[0] ?? '');
  refuse(({ method }) => method === 'DELETE', MESSAGE);
  const removed = panel.remove();
  await answer(true);
  await removed;
  expect(toasts()).toEqual([MESSAGE]);
  panel.set('name', 'still typed');
  expect(panel.$canSave.get()).toBe(true);
  panel.dispose();
});

test('[RP-13] a new record can’t be deleted, nor one whose deletion was answered with no', async () => {
  const { collection, ids } = await people();
  const fresh = createRecordPanel({ collection });
  await fresh.remove();
  expect($question.get()).toBeUndefined();
  const panel = await openPanel(collection, ids[0] ?? '');
  const { sent } = watch();
  const removed = panel.remove();
  expect(await answer(false)).toBe('Do you really want to delete the selected record?');
  await removed;
  expect(sent).toEqual([]);
  expect(await stored(collection.name, ids[0] ?? '')).toMatchObject({ name: 'ann' });
  for (const one of [fresh, panel]) one.dispose();
});

test('[RP-14] a mail that can’t be sent is told', async () => {
  const { collection, ids } = await people('auth');
  const panel = await openPanel(collection, ids[0] ?? '');
  refuse(({ path }) => path.endsWith('/request-verification'), MESSAGE);
  const mailed = panel.sendVerification();
  expect(await answer(true)).toBe('Do you really want to send verification email to ann@example.com?');
  await mailed;
  expect(toasts()).toEqual([MESSAGE]);
  panel.dispose();
});

test('[RP-17] providers that can’t be listed say why, and are listed on the next try', async () => {
  const { collection, ids } = await people('auth');
  const panel = await openPanel(collection, ids[0] ?? '');
  const allow = refuse(({ path }) => path.endsWith('/external-auths'), MESSAGE);
  const stop = panel.auths.$auths.listen(() => {});
  const failed = await until(panel.auths.$auths, ({ state }) => state === 'failed');
  expect(failed).toMatchObject({ error: { message: MESSAGE } });
  expect(toasts()).toEqual([MESSAGE]);
  allow();
  await panel.auths.reload();
  expect(panel.auths.$auths.get()).toEqual({ state: 'ready', value: [] });
  // A list that is there stays when it can't be read again.
  refuse(({ path }) => path.endsWith('/external-auths'), MESSAGE);
  await panel.auths.reload();
  expect(panel.auths.$auths.get()).toEqual({ state: 'ready', value: [] });
  stop();
  panel.dispose();
});

test('[RP-18] a provider that can’t be unlinked is told; a new user has none', async () => {
  const { collection, ids } = await people('auth');
  const panel = await openPanel(collection, ids[0] ?? '');
  refuse(({ method }) => method === 'DELETE', MESSAGE);
  const unlinked = panel.auths.unlink('google', 'Google');
  await answer(true);
  await unlinked;
  expect(toasts()).toEqual([MESSAGE]);
  const fresh = createRecordPanel({ collection });
  const { sent } = watch();
  await fresh.auths.reload();
  await fresh.auths.unlink('google', 'Google');
  expect($question.get()).toBeUndefined();
  expect(sent).toEqual([]);
  for (const one of [fresh, panel]) one.dispose();
});

test('[PV-01] a preview loads, and a later one is not taken over by an earlier answer', async () => {
  const { collection, ids } = await people();
  const [ann = '', bob = ''] = ids;
  const { arrived, letThrough } = hold(({ path }) => path.endsWith(ann));
  const early = openPreview(collection, ann);
  expect($preview.get()).toEqual({ collection, recordId: ann, source: undefined });
  await arrived;
  await openPreview(collection, bob);
  expect($preview.get()?.source?.record['name']).toBe('bob');
  letThrough();
  await early;
  expect($preview.get()?.recordId).toBe(bob);
  expect(toasts()).toEqual([]);
  closePreview();
  expect($preview.get()).toBeUndefined();
});

test('[PV-03] a preview that is closed while it loads stays closed, without a message', async () => {
  const { collection, ids } = await people();
  const { arrived, letThrough } = hold(({ path }) => path.endsWith(ids[0] ?? ''));
  const opening = openPreview(collection, ids[0] ?? '');
  await arrived;
  closePreview();
  await opening;
  letThrough();
  expect($preview.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
});

test('[PV-03] a preview that can’t be loaded closes and says which', async () => {
  const { collection } = await people();
  await openPreview(collection, 'gone0000000000a');
  expect($preview.get()).toBeUndefined();
  expect(toasts()).toEqual(['Unable to load record with id "gone0000000000a"']);
});
