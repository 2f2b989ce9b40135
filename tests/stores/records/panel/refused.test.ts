import { afterEach, expect, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $preview, closePreview, openPreview } from '#stores/records/panel/follow-route.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { holdRequests, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { createPeople } from '#tests/stores/people-fixture.ts';
import {
  createCollection,
  createRecord,
  field,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { answerQuestion, backend, toasts, toCollection, until } from '../record-fixture.ts';
import { openPanel, stored } from './panel-fixture.ts';

const LINK = { id: 'link', provider: 'google', providerId: 'g-1' };

const MESSAGE = 'The backend says no.';

afterEach(() => vi.restoreAllMocks());

test('[RP-13] a record that can’t be deleted stays open', async () => {
  const { collection, ids } = await createPeople();
  const panel = await openPanel(collection, ids[0] ?? '');
  rejectRequests(({ method }) => method === 'DELETE', MESSAGE);
  const removed = panel.remove();
  await answerQuestion(true);
  await removed;
  expect(toasts()).toEqual([MESSAGE]);
  panel.set('name', 'still typed');
  expect(panel.$canSave.get()).toBe(true);
  panel.dispose();
});

test('[RP-13] a new record can’t be deleted, and declining the question deletes nothing', async () => {
  const { collection, ids } = await createPeople();
  const fresh = createRecordPanel({ collection });
  await fresh.remove();
  expect($question.get()).toBeUndefined();
  const panel = await openPanel(collection, ids[0] ?? '');
  const { sent } = watchRequests();
  const removed = panel.remove();
  expect(await answerQuestion(false)).toBe('Do you really want to delete the selected record?');
  await removed;
  expect(sent).toEqual([]);
  expect(await stored(collection.name, ids[0] ?? '')).toMatchObject({ name: 'ann' });
  for (const one of [fresh, panel]) one.dispose();
});

test('[TR-17] a 0 that is typed or stored says that it counts as empty in a Nonzero field', async () => {
  const { api } = backend();
  const count = field('count', 'number');
  const created = await createCollection(api, { name: uniqueName('stock'), fields: [field('name'), count] });
  const { id } = await createRecord(api, created.name, { name: 'old', count: 0 });
  const changed = await updateCollection(api, created.id, ({ fields }) => ({
    fields: fields.map((one) => (one.name === 'count' ? { ...one, isRequired: true } : one)),
  }));
  const collection = toCollection(changed);
  const said = { count: '0 counts as empty, because the field is Nonzero.' };
  const fresh = createRecordPanel({ collection });
  fresh.set('count', '0');
  const { sent } = watchRequests();
  expect(await fresh.save()).toBe(false);
  expect(fresh.$errors.get()).toEqual(said);
  expect(sent).toEqual([]);
  // The backend refuses a record for what is stored, too.
  const panel = await openPanel(collection, id);
  panel.set('name', 'new');
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toEqual(said);
  for (const one of [fresh, panel]) one.dispose();
});

test('[RP-14] a failure to send a mail is reported', async () => {
  const { collection, ids } = await createPeople('auth');
  const panel = await openPanel(collection, ids[0] ?? '');
  rejectRequests(({ path }) => path.endsWith('/request-verification'), MESSAGE);
  const mailed = panel.sendVerification();
  expect(await answerQuestion(true)).toBe(
    'Do you really want to send verification email to ann@example.com?',
  );
  await mailed;
  expect(toasts()).toEqual([MESSAGE]);
  panel.dispose();
});

test('[RP-17] a failure to list the providers is shown, and reloading lists them', async () => {
  const { collection, ids } = await createPeople('auth');
  const panel = await openPanel(collection, ids[0] ?? '');
  const stopRejecting = rejectRequests(({ path }) => path.endsWith('/external-auths'), MESSAGE);
  const stop = panel.auths.$auths.listen(() => {});
  const failed = await until(panel.auths.$auths, ({ state }) => state === 'failed');
  expect(failed).toMatchObject({ error: { message: MESSAGE } });
  expect(toasts()).toEqual([MESSAGE]);
  stopRejecting();
  await panel.auths.reload();
  expect(panel.auths.$auths.get()).toEqual({ state: 'ready', value: [] });
  // A loaded list stays when reloading fails.
  rejectRequests(({ path }) => path.endsWith('/external-auths'), MESSAGE);
  await panel.auths.reload();
  expect(panel.auths.$auths.get()).toEqual({ state: 'ready', value: [] });
  stop();
  panel.dispose();
});

test('[RP-18] a failure to unlink a provider is reported, and a new user has no providers', async () => {
  const { collection, ids } = await createPeople('auth');
  const panel = await openPanel(collection, ids[0] ?? '');
  rejectRequests(({ method }) => method === 'DELETE', MESSAGE);
  const unlinked = panel.auths.unlink(LINK, 'Google');
  await answerQuestion(true);
  await unlinked;
  expect(toasts()).toEqual([MESSAGE]);
  const fresh = createRecordPanel({ collection });
  const { sent } = watchRequests();
  expect(fresh.auths.$auths.get()).toEqual({ state: 'busy' });
  await fresh.auths.reload();
  await fresh.auths.unlink(LINK, 'Google');
  expect($question.get()).toBeUndefined();
  expect(sent).toEqual([]);
  for (const one of [fresh, panel]) one.dispose();
});

test('[PV-01] a preview loads, and is not replaced by the response of an earlier one', async () => {
  const { collection, ids } = await createPeople();
  const [ann = '', bob = ''] = ids;
  const { arrived, release } = holdRequests(({ path }) => path.endsWith(ann));
  const early = openPreview(collection, ann);
  expect($preview.get()).toEqual({ collection, recordId: ann, source: undefined });
  await arrived;
  await openPreview(collection, bob);
  expect($preview.get()?.source?.record['name']).toBe('bob');
  release();
  await early;
  expect($preview.get()?.recordId).toBe(bob);
  expect(toasts()).toEqual([]);
  closePreview();
  expect($preview.get()).toBeUndefined();
});

test('[PV-03] a preview that is closed while it loads stays closed, without a message', async () => {
  const { collection, ids } = await createPeople();
  const { arrived, release } = holdRequests(({ path }) => path.endsWith(ids[0] ?? ''));
  const opening = openPreview(collection, ids[0] ?? '');
  await arrived;
  closePreview();
  await opening;
  release();
  expect($preview.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
});

test('[PV-03] a preview that fails to load closes and reports the record', async () => {
  const { collection } = await createPeople();
  await openPreview(collection, 'gone0000000000a');
  expect($preview.get()).toBeUndefined();
  expect(toasts()).toEqual(['Unable to load record with id "gone0000000000a"']);
});
