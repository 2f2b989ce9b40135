import { expect, test, vi } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { $adminId } from '#stores/app/session.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, toasts, toCollection, until } from '../record-fixture.ts';
import { createPostsCollection, openPanel } from './panel-fixture.ts';

test('[RP-05] asks before edits are discarded, and removes the draft with them', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'b');
  browser.dispatch('pagehide');
  const key = `record_draft_${collection.id}_${row.id}`;
  expect(browser.storage.has(key)).toBe(true);
  const declined = panel.close();
  expect(await answerQuestion(false)).toBe(
    'You have unsaved changes. Do you really want to close the panel?',
  );
  expect(await declined).toBe(false);
  expect(browser.storage.has(key)).toBe(true);
  const closed = panel.close();
  await answerQuestion(true);
  expect(await closed).toBe(true);
  expect(browser.storage.has(key)).toBe(false);
});

test('[RP-09] [RP-10] [ST-03] stores edits without passwords and files, and offers them again', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('people'),
    type: 'auth',
    fields: [field('nick'), field('photo', 'file')],
  });
  const collection = toCollection(created);
  const user = await createUser(backend(), created.name, { nick: 'a' });
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
    '@fields': { nick: ownFields(collection)[0]?.id },
    '@line': 'pb22',
    '@owner': $adminId.get(),
  });
  panel.dispose();

  await api.patch(`/api/collections/${created.name}/records/${user.id}`, { nick: 'theirs' });
  const again = await openPanel(collection, user.id);
  expect(again.$values.get()['nick']).toBe('theirs');
  expect(again.$offeredDraft.get()?.values).toEqual({ nick: 'typed' });
  again.restoreDraft();
  expect(again.$offeredDraft.get()).toBeUndefined();
  expect(again.$values.get()['nick']).toBe('typed');
  expect(again.$isDirty.get()).toBe(true);
  // A value saved meanwhile is not overwritten without a question.
  expect(await again.save()).toBe(false);
  expect(again.$conflicts.get()).toMatchObject([{ base: 'a', mine: 'typed', theirs: 'theirs' }]);
  expect(await again.resolveConflicts({ nick: 'mine' })).toBe(true);
  expect(browser.storage.has(key)).toBe(false);
});

test('[RP-10] discards the offered draft and keeps newer edits', async () => {
  const { collection } = await createPostsCollection();
  const key = `record_draft_${collection.id}_`;
  browser.storage.set(key, JSON.stringify({ title: 'old', amount: 5, nonsense: 'x' }));
  const panel = createRecordPanel({ collection });
  // Drafts store numbers as text, so that any other type is invalid.
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
    const { collection } = await createPostsCollection();
    browser.storage.set(`record_draft_${collection.id}_`, text);
    const panel = createRecordPanel({ collection });
    expect(panel.$offeredDraft.get()).toBeUndefined();
    panel.dispose();
  },
);

test('works with a full local storage, and sets a flag without a toast', async () => {
  const { collection } = await createPostsCollection();
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

test('offers a draft to only one of two panels for new records', async () => {
  const { collection } = await createPostsCollection();
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

test('two tabs that edit one record each find their own draft after a reload', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const key = `record_draft_${collection.id}_${row.id}`;
  const theirs = JSON.stringify({ title: 'typed in another tab', '@base': { title: 'a' } });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'typed here');
  browser.dispatch('pagehide');
  // A reload keeps both storages and runs no clean-up.
  const kept = [...browser.tabStorage];
  panel.dispose();
  for (const [name, value] of kept) browser.tabStorage.set(name, value);
  browser.storage.set(key, theirs);
  const again = await openPanel(collection, row.id);
  expect(again.$offeredDraft.get()?.values).toEqual({ title: 'typed here' });
  // After closing, the draft belongs to all tabs. Another tab may change it, and this tab then finds the change.
  again.dispose();
  expect(browser.storage.get(key)).toContain('typed here');
  browser.storage.set(key, theirs);
  const later = await openPanel(collection, row.id);
  expect(later.$offeredDraft.get()?.values).toEqual({ title: 'typed in another tab' });
  later.discardDraft();
  later.dispose();
  expect([browser.storage.has(key), browser.tabStorage.has(key)]).toEqual([false, false]);
});

test('typing over a draft of another tab, without a decision about it, loses neither text', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a', amount: 1 });
  const key = `record_draft_${collection.id}_${row.id}`;
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'typed in the first tab');
  panel.set('amount', '2');
  panel.dispose();
  const second = await openPanel(collection, row.id);
  second.set('title', 'typed in the second tab');
  browser.dispatch('pagehide');
  // The second tab is closed.
  const kept = [...browser.storage];
  second.dispose();
  for (const [name, value] of kept) browser.storage.set(name, value);
  browser.tabStorage.clear();
  const third = await openPanel(collection, row.id);
  expect(third.$offeredDraft.get()?.values).toEqual({ title: 'typed in the second tab', amount: '2' });
  third.restoreDraft();
  expect(await third.save()).toBe(true);
  const fourth = await openPanel(collection, row.id);
  expect(fourth.$offeredDraft.get()?.values).toEqual({ title: 'typed in the first tab', amount: '2' });
  fourth.restoreDraft();
  // The second text was saved meanwhile.
  expect(await fourth.save()).toBe(false);
  expect(fourth.$conflicts.get()).toMatchObject([{ base: 'a', theirs: 'typed in the second tab' }]);
  expect(await fourth.resolveConflicts({ title: 'mine' })).toBe(true);
  expect([...browser.storage.keys()].filter((name) => name.startsWith(key))).toEqual([]);
});

test('a draft that another tab saved or discarded is not offered from the copy in session storage', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const key = `record_draft_${collection.id}_${row.id}`;
  browser.tabStorage.set(key, JSON.stringify({ title: 'saved meanwhile' }));
  const panel = await openPanel(collection, row.id);
  expect(panel.$offeredDraft.get()).toBeUndefined();
  panel.dispose();
  expect([browser.storage.has(key), browser.tabStorage.has(key)]).toEqual([false, false]);
});

test('a draft with what the record has by now is not offered, and deleted unless the panel has edits', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const row = await createRecord(api, created.name, { title: 'a', amount: 1 });
  const key = `record_draft_${collection.id}_${row.id}`;
  const draft = (values: object) => browser.storage.set(key, JSON.stringify(values));
  draft({ title: 'a', amount: '1', '@base': { title: 'before' } });
  const panel = await openPanel(collection, row.id);
  expect(panel.$offeredDraft.get()).toBeUndefined();
  panel.dispose();
  // Else it would come back when others change the field.
  expect(browser.storage.has(key)).toBe(false);
  const known = { ...row, collectionId: collection.id, collectionName: collection.name };
  const listed = { row: known, isExcerpt: () => false };
  const early = createRecordPanel({ collection, recordId: row.id, listed });
  early.set('title', 'typed early');
  await until(early.$record, (load) => load.state === 'ready');
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'typed early' });
  early.dispose();
  browser.storage.delete(key);
  draft({ title: 'a', amount: '2' });
  const again = await openPanel(collection, row.id);
  expect(again.$offeredDraft.get()?.values).toEqual({ title: 'a', amount: '2' });
  again.dispose();
});

test('edits join an offered draft, each with the value that it replaces; a restored draft notices later changes', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const row = await createRecord(api, created.name, { title: 'theirs', amount: 1 });
  const key = `record_draft_${collection.id}_${row.id}`;
  const gone = [{ name: 'lost', value: 'precious' }];
  browser.storage.set(
    key,
    JSON.stringify({ title: 'mine', '@base': { title: 'before' }, '@gone': gone, '@owner': $adminId.get() }),
  );
  const panel = await openPanel(collection, row.id);
  panel.set('amount', '2');
  browser.dispatch('pagehide');
  const idOf = (name: string) => collection.fields.find((one) => one.name === name)?.id;
  expect(JSON.parse(browser.storage.get(key) ?? '')).toEqual({
    title: 'mine',
    amount: '2',
    '@base': { title: 'before', amount: '1' },
    '@fields': { title: idOf('title'), amount: idOf('amount') },
    '@gone': gone,
    '@line': 'pb22',
    '@owner': $adminId.get(),
  });
  panel.restoreDraft();
  expect(panel.$values.get()).toMatchObject({ title: 'mine', amount: '2' });
  expect(panel.$orphaned.get()).toEqual(gone);
  expect([...panel.$changed.get()]).toEqual(['title', 'amount']);
  expect(await panel.save()).toBe(false);
  expect(panel.$conflicts.get()).toMatchObject([{ base: 'before', mine: 'mine', theirs: 'theirs' }]);
  panel.dispose();
});

test('in a restored draft, what was stored when it was typed can be saved over what others have stored since', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const row = await createRecord(api, created.name, { title: 'before', amount: 1 });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'mine');
  panel.set('amount', '2');
  panel.dispose();
  await api.patch(`/api/collections/${created.name}/records/${row.id}`, { title: 'theirs' });
  const again = await openPanel(collection, row.id);
  again.restoreDraft();
  again.set('amount', '1');
  expect([...again.$changed.get()]).toEqual(['title']);
  again.set('title', 'before');
  expect([...again.$changed.get()]).toEqual(['title']);
  expect(await again.save({ keepOpen: true })).toBe(true);
  expect((await api.get<{ title: string }>(`/api/collections/${created.name}/records/${row.id}`)).title).toBe(
    'before',
  );
  expect(again.$isDirty.get()).toBe(false);
  again.dispose();
});

test('when the whole draft does not fit, the values before the edits are left out', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a'.repeat(300) });
  const panel = await openPanel(collection, row.id);
  browser.quota = 250;
  panel.set('title', 'typed');
  browser.dispatch('pagehide');
  expect(panel.$isDraftFull.get()).toBe(false);
  expect(JSON.parse(browser.storage.get(`record_draft_${collection.id}_${row.id}`) ?? '')).toMatchObject({
    title: 'typed',
    '@base': {},
  });
  panel.dispose();
});

test('what is kept of a deleted record is in the draft of the new one', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const onDuplicate = vi.fn();
  const panel = createRecordPanel({ collection, recordId: row.id, onDuplicate });
  await until(panel.$record, ({ state }) => state === 'ready');
  panel.set('title', 'typed');
  panel.keepAsNew();
  createRecordPanel({ collection, initial: onDuplicate.mock.lastCall?.[0] }).dispose();
  const again = createRecordPanel({ collection });
  expect(again.$offeredDraft.get()?.values).toMatchObject({ title: 'typed' });
  again.dispose();
});
