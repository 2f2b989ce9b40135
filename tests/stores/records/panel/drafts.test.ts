import { expect, test } from 'vitest';
import { $adminId } from '#stores/app/session.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import {
  createCollection,
  createRecord,
  createUser,
  field,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { answer, backend, browser, known, toasts } from '../record-fixture.ts';
import { openPanel, posts } from './panel-fixture.ts';

test('[RP-05] asks before what was typed goes, and drops the draft with it', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'b');
  browser.dispatch('pagehide');
  const key = `record_draft_${collection.id}_${row.id}`;
  expect(browser.storage.has(key)).toBe(true);
  const refused = panel.close();
  expect(await answer(false)).toBe('You have unsaved changes. Do you really want to close the panel?');
  expect(await refused).toBe(false);
  expect(browser.storage.has(key)).toBe(true);
  const closed = panel.close();
  await answer(true);
  expect(await closed).toBe(true);
  expect(browser.storage.has(key)).toBe(false);
});

test('[RP-09] [RP-10] [ST-03] keeps edits without passwords and files, and offers them again', async () => {
  const { api } = backend();
  const made = await createCollection(api, {
    name: uniqueName('people'),
    type: 'auth',
    schema: [field('nick'), field('photo', 'file')],
  });
  const collection = known(made);
  const user = await createUser(api, made.name, { nick: 'a' });
  const panel = await openPanel(collection, user.id);
  panel.set('nick', 'typed');
  panel.setChangePassword(true);
  panel.set('password', 'secret-word-1');
  panel.set('photo', { names: [], deleted: [], added: [textFile()] });
  browser.dispatch('hidden');
  const key = `record_draft_${collection.id}_${user.id}`;
  const text = browser.storage.get(key) ?? '';
  expect(JSON.parse(text)).toEqual({
    nick: 'typed',
    '@base': { nick: 'a' },
    '@fields': { nick: collection.schema[0]?.id },
    '@owner': $adminId.get(),
  });
  panel.dispose();

  await api.patch(`/api/collections/${made.name}/records/${user.id}`, { nick: 'theirs' });
  const again = await openPanel(collection, user.id);
  expect(again.$values.get()['nick']).toBe('theirs');
  expect(again.$offeredDraft.get()?.values).toEqual({ nick: 'typed' });
  again.restoreDraft();
  expect(again.$offeredDraft.get()).toBeUndefined();
  expect(again.$values.get()['nick']).toBe('typed');
  expect(again.$isDirty.get()).toBe(true);
  // What was saved between is not overwritten unasked.
  expect(await again.save()).toBe(false);
  expect(again.$conflicts.get()).toMatchObject([{ base: 'a', mine: 'typed', theirs: 'theirs' }]);
  expect(await again.settle({ nick: 'mine' })).toBe(true);
  expect(browser.storage.has(key)).toBe(false);
});

test('[RP-10] discards the offered draft and leaves what was typed since', async () => {
  const { collection } = await posts();
  const key = `record_draft_${collection.id}_`;
  browser.storage.set(key, JSON.stringify({ title: 'old', amount: 5, nonsense: 'x' }));
  const panel = createRecordPanel({ collection });
  // A number is typed text; what is stored otherwise was not written here.
  expect(panel.$offeredDraft.get()?.values).toEqual({ title: 'old' });
  panel.set('website', 'https://example.com');
  browser.dispatch('pagehide');
  expect(JSON.parse(browser.storage.get(key) ?? '')).toMatchObject({
    title: 'old',
    website: 'https://example.com',
  });
  panel.discardDraft();
  expect(JSON.parse(browser.storage.get(key) ?? '')).toMatchObject({ website: 'https://example.com' });
  expect(browser.storage.get(key)).not.toContain('old');
  panel.set('website', '');
  browser.dispatch('pagehide');
  expect(browser.storage.has(key)).toBe(false);
  panel.dispose();
});

test.each(['', '[]', 'null', '{', '{"title":1}', '{"title":"a"', '"x"'])(
  'opens as if there were no draft when %j is stored',
  async (text) => {
    const { collection } = await posts();
    browser.storage.set(`record_draft_${collection.id}_`, text);
    const panel = createRecordPanel({ collection });
    expect(panel.$offeredDraft.get()).toBeUndefined();
    panel.dispose();
  },
);

test('survives a full local storage and says so quietly', async () => {
  const { collection } = await posts();
  const panel = createRecordPanel({ collection });
  browser.quota = 100;
  panel.set('title', 'x'.repeat(200));
  browser.dispatch('pagehide');
  expect(panel.$isDraftFull.get()).toBe(true);
  expect(toasts()).toEqual([]);
  panel.set('title', 'x');
  browser.dispatch('pagehide');
  expect(panel.$isDraftFull.get()).toBe(false);
  panel.dispose();
});

test('writes the draft by itself once typing pauses', async () => {
  const { collection } = await posts();
  const panel = createRecordPanel({ collection });
  panel.set('title', 'typed');
  const key = `record_draft_${collection.id}_`;
  await expect.poll(() => JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'typed' });
  panel.dispose();
});

test('offers a draft to one of two panels for new records alone', async () => {
  const { collection } = await posts();
  const key = `record_draft_${collection.id}_`;
  const lower = createRecordPanel({ collection });
  lower.set('title', 'lower');
  browser.dispatch('pagehide');
  const upper = createRecordPanel({ collection });
  expect(upper.$offeredDraft.get()).toBeUndefined();
  upper.set('title', 'upper');
  browser.dispatch('pagehide');
  expect(await upper.save()).toBe(true);
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'lower' });
  lower.dispose();
  const later = createRecordPanel({ collection });
  expect(later.$offeredDraft.get()?.values).toEqual({ title: 'lower' });
  later.dispose();
});

test('of two tabs that type in one record each finds its own draft after a reload', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const key = `record_draft_${collection.id}_${row.id}`;
  const theirs = JSON.stringify({ title: 'typed in another tab', '@base': { title: 'a' } });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'typed here');
  browser.dispatch('pagehide');
  // What a reload leaves behind: both storages, and nobody who could tidy up.
  const kept = [...browser.tabStorage];
  panel.dispose();
  for (const [name, value] of kept) browser.tabStorage.set(name, value);
  browser.storage.set(key, theirs);
  const again = await openPanel(collection, row.id);
  expect(again.$offeredDraft.get()?.values).toEqual({ title: 'typed here' });
  // Left for later, it is for all tabs: another may go on with it, and this one then with what that left.
  again.dispose();
  expect(browser.storage.get(key)).toContain('typed here');
  browser.storage.set(key, theirs);
  const later = await openPanel(collection, row.id);
  expect(later.$offeredDraft.get()?.values).toEqual({ title: 'typed in another tab' });
  later.discardDraft();
  later.dispose();
  expect([browser.storage.has(key), browser.tabStorage.has(key)]).toEqual([false, false]);
});

test('a draft that another tab saved or gave up is not offered out of this tab’s copy', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const key = `record_draft_${collection.id}_${row.id}`;
  browser.tabStorage.set(key, JSON.stringify({ title: 'saved since' }));
  const panel = await openPanel(collection, row.id);
  expect(panel.$offeredDraft.get()).toBeUndefined();
  panel.dispose();
  expect([browser.storage.has(key), browser.tabStorage.has(key)]).toEqual([false, false]);
});
