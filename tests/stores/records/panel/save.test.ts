import { expect, test, vi } from 'vitest';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { holdRequests } from '#tests/stores/network-fixture.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toasts, toCollection } from '../record-fixture.ts';
import { createPostsCollection, openPanel, spyOnForms, stored } from './panel-fixture.ts';

test('[RP-07] creates a record with every field, and then edits that record', async () => {
  const { collection, created } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  expect(panel.$canSave.get()).toBe(true);
  expect(panel.$isDirty.get()).toBe(false);
  panel.set('title', 'A\nB');
  panel.set('amount', '1.5');
  panel.set('tags', ['blue', 'red']);
  const { forms, stop } = spyOnForms();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  stop();
  const id = panel.$recordId.get() ?? '';
  expect(id).toHaveLength(15);
  expect(toasts()).toEqual(['Successfully created record.']);
  expect(forms).toHaveLength(1);
  const names = new Set(forms[0]?.map(([name]) => name));
  expect(names).toEqual(
    new Set([
      'amount',
      'active',
      'contact',
      'website',
      'body',
      'due',
      'status',
      'tags',
      'meta',
      'author',
      'reviewers',
      '@jsonPayload',
    ]),
  );
  expect(forms[0]).toContainEqual(['reviewers', '']);
  expect(await stored(created.name, id)).toMatchObject({ title: 'A\nB', amount: 1.5, tags: ['blue', 'red'] });
  expect(panel.$isDirty.get()).toBe(false);
  expect(panel.$canSave.get()).toBe(false);
  expect(panel.$fields.get().some(({ kind }) => kind === 'id')).toBe(false);
  panel.dispose();
});

test('[RP-08] sends only changed fields and keeps the line breaks of stored texts', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, {
    title: 'a\r\nb',
    amount: 7,
    due: '2026-11-05 12:00:00.123Z',
    tags: ['red', 'green'],
    meta: { a: 1 },
  });
  const panel = await openPanel(collection, row.id);
  expect(panel.$values.get()).toMatchObject({ due: '2026-11-05 12:00:00.123Z', amount: '7' });
  panel.set('title', 'a\nb');
  expect(panel.$isDirty.get()).toBe(false);
  panel.set('tags', []);
  const { forms, stop } = spyOnForms();
  const states: string[] = [];
  panel.$saving.listen(({ state }) => states.push(state));
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(states).toEqual(['saving', 'idle']);
  expect(forms).toEqual([[['tags', '']]]);
  panel.set('title', 'a\nb\nc');
  expect(await panel.save()).toBe(true);
  stop();
  expect(forms[1]).toEqual([['@jsonPayload', '{"title":"a\\r\\nb\\r\\nc"}']]);
  expect(await stored(created.name, row.id)).toMatchObject({
    title: 'a\r\nb\r\nc',
    due: '2026-11-05 12:00:00.123Z',
    tags: [],
    meta: { a: 1 },
  });
});

test('milliseconds of a date that somebody else has removed stay removed', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const row = await createRecord(api, created.name, { due: '2026-11-05 12:00:00.456Z' });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'mine');
  await api.patch(`/api/collections/${created.name}/records/${row.id}`, { due: '2026-11-05 12:00:00.000Z' });
  expect(await panel.save()).toBe(true);
  const due = '2026-11-05 12:00:00.000Z';
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'mine', due });
});

test('[RP-21] rejects invalid JSON, numbers and dates before they are sent', async () => {
  const { collection } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  panel.set('meta', '{"a":');
  panel.set('amount', '1e999');
  panel.set('due', '2026-02-31 00:00:00');
  const { forms, stop } = spyOnForms();
  expect(await panel.save()).toBe(false);
  stop();
  expect(forms).toEqual([]);
  expect(toasts()).toEqual(['Something went wrong while processing your request.']);
  expect(panel.$errors.get()).toEqual({
    meta: expect.stringMatching(/JSON/),
    amount: 'Enter a valid number.',
    due: 'Enter a valid date.',
  });
  panel.set('meta', '');
  expect(Object.keys(panel.$errors.get()).sort()).toEqual(['amount', 'due']);
  panel.dispose();
});

test('[RP-21] rejects what is typed before a save is sent, too', async () => {
  const { collection, created } = await createPostsCollection();
  const { id } = await createRecord(backend().api, created.name, { amount: 7 });
  const panel = await openPanel(collection, id);
  panel.set('title', 'typed');
  const { arrived, release } = holdRequests(({ path }) => path.endsWith(id));
  const saving = panel.save({ keepOpen: true });
  await arrived;
  panel.set('amount', '-');
  release();
  expect(await saving).toBe(false);
  expect(panel.$errors.get()).toEqual({ amount: 'Enter a valid number.' });
  expect(await stored(created.name, id)).toMatchObject({ title: '', amount: 7 });
  panel.dispose();
});

test('[RP-20] shows the field errors of the backend and keeps the typed values', async () => {
  const { collection } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  panel.set('contact', 'nobody');
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toEqual({ contact: 'Must be a valid email.' });
  expect(panel.$values.get()['contact']).toBe('nobody');
  expect(panel.$saving.get()).toEqual({ state: 'idle' });
  panel.dispose();
});

test('[RP-03] sends nothing without changes', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const panel = await openPanel(collection, row.id);
  const spy = vi.spyOn(globalThis, 'fetch');
  expect(await panel.save()).toBe(false);
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
  panel.dispose();
});

test('stays open with the edits made during the save', async () => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const panel = await openPanel(collection, row.id);
  panel.set('title', 'b');
  const originalFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === 'PATCH') panel.set('contact', 'a@example.com');
    return originalFetch(url, init);
  });
  expect(await panel.save()).toBe(true);
  spy.mockRestore();
  expect(panel.$isDirty.get()).toBe(true);
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'b', contact: '' });
  expect(await panel.save()).toBe(true);
  expect(await stored(created.name, row.id)).toMatchObject({ title: 'b', contact: 'a@example.com' });
});

test('a password typed during a save stays in the form for the next save', async () => {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('users'),
    type: 'auth',
    fields: [field('note')],
  });
  const user = await createUser(backend(), created.name);
  const panel = await openPanel(toCollection(created), user.id);
  panel.set('note', 'a');
  const originalFetch = globalThis.fetch;
  const sending = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.body instanceof FormData) {
      panel.setChangePassword(true);
      panel.set('password', 'newsecret1');
      panel.set('passwordConfirm', 'newsecret1');
    }
    return originalFetch(url, init);
  });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  sending.mockRestore();
  expect(panel.$changePassword.get()).toBe(true);
  expect(panel.$values.get()).toMatchObject({ note: 'a', password: 'newsecret1' });
  const { forms, stop } = spyOnForms();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  stop();
  expect(forms[0]?.map(([name]) => name)).toEqual(['password', 'passwordConfirm']);
  expect(panel.$changePassword.get()).toBe(false);
  panel.dispose();
});

test('creates and edits fields with the names of object members', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
  const created = await createCollection(backend().api, {
    name: uniqueName('odd'),
    fields: [...names.map((name) => field(name)), field('valueOf', 'file'), field('isPrototypeOf', 'bool')],
  });
  const panel = createRecordPanel({ collection: toCollection(created) });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  for (const name of names) {
    expect(panel.$values.get()[name]).toBe('');
    panel.set(name, `a\n${name}`);
  }
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const row = await stored(created.name, panel.$recordId.get() ?? '');
  for (const name of names) expect(Object.entries(row)).toContainEqual([name, `a\n${name}`]);
  panel.dispose();
});
