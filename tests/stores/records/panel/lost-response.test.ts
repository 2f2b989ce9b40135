import { expect, test, vi } from 'vitest';
import { filesOf } from '#domain/field-types/form-value.ts';
import { $journal } from '#stores/records/journal.ts';
import { createRecordPanel, type RecordPanel } from '#stores/records/panel/panel.ts';
import { undo } from '#stores/records/undo/run.ts';
import {
  answerRequests,
  holdRequests,
  loseResponses,
  rejectRequests,
} from '#tests/stores/network-fixture.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { answerQuestion, backend, toasts, toCollection } from '../record-fixture.ts';
import { createPostsCollection, openPanel, stored } from './panel-fixture.ts';
import { stubUpload } from './upload-stub.ts';

/**
 * Saves while every response to a POST is lost, or replaced by a proxy's response with this status. The backend stores
 * the record.
 */
async function saveWithoutResponse(panel: RecordPanel, status?: number): Promise<void> {
  const originalFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await originalFetch(url, init);
    if (init?.method !== 'POST') return response;
    if (status !== undefined) return new Response('<h1>From a proxy</h1>', { status });
    throw new TypeError('Failed to fetch');
  });
  expect(await panel.save({ keepOpen: true })).toBe(false);
  spy.mockRestore();
}

const idsIn = async (collection: string): Promise<string[]> => {
  const { items } = await backend().api.get<{ items: { id: string }[] }>(
    `/api/collections/${collection}/records?perPage=500`,
  );
  return items.map(({ id }) => id);
};

/** A panel of a new record with values in most fields. */
async function filledPanel() {
  const { collection, created } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  panel.set('title', 'Once');
  panel.set('amount', '1.50');
  panel.set('tags', ['blue', 'red']);
  panel.set('due', '2026-01-02T03:04:05Z');
  panel.set('meta', '{ "a": 1 }');
  panel.set('body', '<p>text</p>');
  return { panel, created };
}

test('[RP-07] a record whose response was lost is continued instead of created twice', async () => {
  const { panel, created } = await filledPanel();
  await saveWithoutResponse(panel);
  const [id = '', ...others] = await idsIn(created.name);
  expect(others).toEqual([]);
  panel.set('title', 'Typed since');
  const saving = panel.save({ keepOpen: true });
  expect(await answerQuestion(true)).toMatch(
    new RegExp(
      `^The last try got no response, but a record with these values is stored: id ${id}, created 20\\S+ \\S+Z\\. ` +
        'Do you want to go on with it\\? If not, saving again creates another one\\.$',
    ),
  );
  expect(await saving).toBe(true);
  expect(panel.$recordId.get()).toBe(id);
  expect(await idsIn(created.name)).toEqual([id]);
  expect(toasts()).toContain('Successfully created record.');
  // Later edits are unsaved changes of that record.
  expect(panel.$isDirty.get()).toBe(true);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await stored(created.name, id)).toMatchObject({ title: 'Typed since', amount: 1.5, meta: { a: 1 } });
  expect(panel.$isDirty.get()).toBe(false);
  panel.dispose();
});

test.each([502, 503, 504])(
  'a %i of a proxy leaves the outcome as unknown as a lost response',
  async (status) => {
    const { panel, created } = await filledPanel();
    await saveWithoutResponse(panel, status);
    const saving = panel.save({ keepOpen: true });
    await answerQuestion(true);
    expect(await saving).toBe(true);
    expect(await idsIn(created.name)).toEqual([panel.$recordId.get()]);
    panel.dispose();
  },
);

test.each([400, 500])('a %i is a definite response: the record is sent again', async (status) => {
  const { panel, created } = await filledPanel();
  await saveWithoutResponse(panel, status);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await idsIn(created.name)).toHaveLength(2);
  panel.dispose();
});

test('declining the found record sends nothing, and the next save creates another', async () => {
  const { panel, created } = await filledPanel();
  await saveWithoutResponse(panel);
  const declined = panel.save({ keepOpen: true });
  await answerQuestion(false);
  expect(await declined).toBe(false);
  expect(await idsIn(created.name)).toHaveLength(1);
  expect(panel.$recordId.get()).toBeUndefined();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await idsIn(created.name)).toHaveLength(2);
  panel.dispose();
});

test('does not ask if the record was never stored, or if a similar one differs in a value', async () => {
  const { panel, created } = await filledPanel();
  const originalFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'POST') throw new TypeError('Failed to fetch');
    return originalFetch(url, init);
  });
  expect(await panel.save({ keepOpen: true })).toBe(false);
  // A failed search for the record loses nothing either.
  spy.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await panel.save({ keepOpen: true })).toBe(false);
  spy.mockRestore();
  expect(await idsIn(created.name)).toEqual([]);
  const other = createRecordPanel({ collection: panel.$collection.get() });
  for (const [name, value] of Object.entries(panel.$values.get())) other.set(name, value);
  other.set('tags', ['blue']);
  expect(await other.save()).toBe(true);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await idsIn(created.name)).toHaveLength(2);
  panel.dispose();
});

test('a record with mostly empty fields is found again', async () => {
  const { collection, created } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  panel.set('title', 'Hardly anything');
  await saveWithoutResponse(panel);
  const saving = panel.save({ keepOpen: true });
  await answerQuestion(true);
  expect(await saving).toBe(true);
  expect(await idsIn(created.name)).toEqual([panel.$recordId.get()]);
  expect(panel.$isDirty.get()).toBe(false);
  panel.dispose();
});

test.each(['since', 'before'])(
  'an update whose response never comes can be stopped; "%s", typed then, is no conflict with it',
  async (typed) => {
    const { collection, created } = await createPostsCollection();
    const { id } = await createRecord(backend().api, created.name, { title: 'before', amount: 1 });
    const panel = await openPanel(collection, id);
    panel.set('title', 'sent');
    const held = holdRequests(({ method }) => method === 'PATCH', 'responses');
    const saving = panel.save({ keepOpen: true });
    await held.arrived;
    panel.stopWaiting();
    expect(await saving).toBe(false);
    expect(toasts()).toEqual(['Stopped waiting. Your changes may still have been saved.']);
    held.release();
    panel.set('title', typed);
    panel.set('active', true);
    await backend().api.patch(`/api/collections/${created.name}/records/${id}`, { amount: 2 });
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(panel.$conflicts.get()).toEqual([]);
    expect(toasts()).toContain('Merged with what was saved meanwhile: amount.');
    expect(await stored(created.name, id)).toMatchObject({ title: typed, amount: 2, active: true });
    // From now on, a change by others to the same value is one.
    panel.set('title', 'mine');
    await backend().api.patch(`/api/collections/${created.name}/records/${id}`, { title: 'sent' });
    expect(await panel.save({ keepOpen: true })).toBe(false);
    expect(panel.$conflicts.get()).toMatchObject([{ mine: 'mine', theirs: 'sent' }]);
    panel.dispose();
  },
);

test.each([true, false])(
  'a value that is put back after a save without a response can be saved (the other one was stored: %s)',
  async (isStored) => {
    const { collection, created } = await createPostsCollection();
    const { id } = await createRecord(backend().api, created.name, { title: 'before', tags: ['red'] });
    const panel = await openPanel(collection, id);
    panel.set('title', 'sent');
    panel.set('tags', ['blue']);
    const isSave = ({ method }: { method: string }) => method === 'PATCH';
    const restore = isStored
      ? loseResponses(isSave)
      : answerRequests(isSave, () => new Response('', { status: 502 }));
    expect(await panel.save({ keepOpen: true })).toBe(false);
    restore();
    panel.set('title', 'before');
    panel.set('tags', ['red']);
    expect([panel.$canSave.get(), panel.$isDirty.get()]).toEqual([true, true]);
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(panel.$conflicts.get()).toEqual([]);
    expect(await stored(created.name, id)).toMatchObject({ title: 'before', tags: ['red'] });
    expect([panel.$canSave.get(), panel.$isDirty.get()]).toEqual([false, false]);
    panel.set('title', 'typed');
    panel.set('title', 'before');
    expect(panel.$isDirty.get()).toBe(false);
    panel.dispose();
  },
);

test.each([[[], ['red', 'blue']] as const, [['red'], []] as const])(
  'the list %j that is put back after a save without a response can be saved',
  async (before, sent) => {
    const { collection, created } = await createPostsCollection();
    const { id } = await createRecord(backend().api, created.name, { tags: before });
    const panel = await openPanel(collection, id);
    panel.set('tags', sent);
    const restore = loseResponses(({ method }) => method === 'PATCH');
    expect(await panel.save({ keepOpen: true })).toBe(false);
    restore();
    panel.set('tags', before);
    expect(panel.$base.get()['tags']).toEqual(sent);
    expect([panel.$canSave.get(), panel.$isDirty.get()]).toEqual([true, true]);
    expect(await panel.save()).toBe(true);
    expect(await stored(created.name, id)).toMatchObject({ tags: before });
  },
);

test.each(['save', 'compare'] as const)(
  'the value before a save without a response is a conflict when somebody else stores it after the next %s',
  async (next) => {
    const { collection, created } = await createPostsCollection();
    const { id } = await createRecord(backend().api, created.name, { title: 'before' });
    const panel = await openPanel(collection, id);
    panel.set('title', 'sent');
    const restore = loseResponses(({ method }) => method === 'PATCH');
    expect(await panel.save({ keepOpen: true })).toBe(false);
    restore();
    await panel[next]({ keepOpen: true });
    expect(panel.$isDirty.get()).toBe(false);
    panel.set('title', 'mine');
    await backend().api.patch(`/api/collections/${created.name}/records/${id}`, { title: 'before' });
    expect(await panel.save({ keepOpen: true })).toBe(false);
    expect(panel.$conflicts.get()).toMatchObject([{ mine: 'mine', theirs: 'before' }]);
    panel.dispose();
  },
);

test('a password that is cleared after a save without a response is not sent', async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('users'),
    type: 'auth',
    fields: [],
  });
  const { id } = await createUser(backend(), created.name, { email: 'a@example.com' });
  const panel = await openPanel(toCollection(created), id);
  panel.setChangePassword(true);
  panel.set('password', 'long enough 1');
  panel.set('passwordConfirm', 'long enough 1');
  const restore = loseResponses(({ method }) => method === 'PATCH');
  expect(await panel.save({ keepOpen: true })).toBe(false);
  restore();
  for (const name of ['password', 'passwordConfirm']) panel.set(name, '');
  panel.set('emailVisibility', true);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await stored(created.name, id)).toMatchObject({ emailVisibility: true });
  panel.dispose();
});

test('files whose upload got no response are not uploaded again; those of others are merged', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const names = async (id: string) => {
    const { attachments } = await stored(created.name, id);
    return (attachments as string[]).map((name) => name.replace(/_[a-z0-9]{10}\./i, '.'));
  };
  const { id } = await createRecord(api, created.id, { attachments: [textFile('old.txt')] });
  stubUpload();
  const panel = await openPanel(collection, id);
  const files = () => filesOf(panel.$values.get()['attachments']);
  const upload = async (name: string, ...others: string[]) => {
    const added = [name, ...others].map((one) => textFile(one));
    panel.set('attachments', { ...files(), added });
    const restore = loseResponses(({ method }) => method === 'PATCH');
    expect(await panel.save({ keepOpen: true })).toBe(false);
    restore();
  };
  await upload('My Käse.txt', 'two.txt');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const first = ['old.txt', expect.stringMatching(/^my_.*se\.txt$/), 'two.txt'];
  expect(await names(id)).toEqual(first);
  expect(toasts().filter((text) => text.startsWith('Merged'))).toEqual([]);

  // A file that was taken out of the form since then is deleted.
  await upload('three.txt', 'four.txt');
  panel.set('attachments', { ...files(), added: files().added.slice(1) });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await names(id)).toEqual([...first, 'four.txt']);

  // Nothing was stored, and somebody else has uploaded another file.
  const added = [textFile('mine.txt')];
  panel.set('attachments', { ...files(), added });
  const reject = answerRequests(
    ({ method }) => method === 'PATCH',
    () => new Response('', { status: 502 }),
  );
  expect(await panel.save({ keepOpen: true })).toBe(false);
  reject();
  const body = new FormData();
  body.append('attachments', textFile('theirs.txt'));
  await api.patch(`/api/collections/${created.id}/records/${id}`, body);
  panel.set('attachments', { ...files(), deleted: [files().names[0] ?? ''] });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await names(id)).toEqual([...first.slice(1), 'four.txt', 'theirs.txt', 'mine.txt']);
  panel.dispose();
  vi.unstubAllGlobals();
});

test('files whose upload got no response are not uploaded again when others have added one since', async () => {
  const { collection, created } = await createPostsCollection();
  const { api } = backend();
  const { id } = await createRecord(api, created.id);
  stubUpload();
  const panel = await openPanel(collection, id);
  const [first, second] = [textFile('first.txt'), textFile('second.txt')];
  panel.set('attachments', { names: [], deleted: [], added: [first, second] });
  const restore = loseResponses(({ method }) => method === 'PATCH');
  expect(await panel.save({ keepOpen: true })).toBe(false);
  restore();
  const theirs = new FormData();
  theirs.append('attachments', textFile('theirs.txt'));
  await api.patch(`/api/collections/${created.id}/records/${id}`, theirs);
  panel.set('attachments', { names: [], deleted: [], added: [second] });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const { attachments } = await stored(created.name, id);
  expect(attachments).toEqual([expect.stringMatching(/^second/), expect.stringMatching(/^theirs/)]);
  panel.dispose();
  vi.unstubAllGlobals();
});

test('does not ask after an error response of the backend', async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('strict'),
    fields: [field('word', 'text', { isRequired: true })],
  });
  const panel = createRecordPanel({ collection: toCollection(created) });
  expect(await panel.save({ keepOpen: true })).toBe(false);
  panel.set('word', 'x');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await idsIn(created.name)).toHaveLength(1);
  panel.dispose();
});

test('an auth record is found again, although the backend generated its username and hashed its password', async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('users'),
    type: 'auth',
    fields: [],
  });
  await createUser(backend(), created.name);
  const panel = createRecordPanel({ collection: toCollection(created) });
  panel.set('email', 'lost@example.com');
  panel.set('password', 'long enough 1');
  panel.set('passwordConfirm', 'long enough 1');
  await saveWithoutResponse(panel);
  const saving = panel.save({ keepOpen: true });
  await answerQuestion(true);
  expect(await saving).toBe(true);
  expect(await stored(created.name, panel.$recordId.get() ?? '')).toMatchObject({
    email: 'lost@example.com',
  });
  expect(await idsIn(created.name)).toHaveLength(2);
  panel.dispose();
});

test('[RP-13] a record is brought back whose deletion is tried again after a lost response', async () => {
  const { collection } = await createPostsCollection();
  const { id } = await createRecord(backend().api, collection.id, { title: 'once' });
  const panel = await openPanel(collection, id);
  const remove = async () => {
    const removed = panel.remove();
    await answerQuestion(true);
    await removed;
  };
  const find = loseResponses(({ method }) => method === 'DELETE');
  await remove();
  find();
  await remove();
  expect(toasts()).toContain('Successfully deleted record.');
  await undo($journal.get()[0]?.id ?? 0);
  expect(await stored(collection.id, id)).toMatchObject({ title: 'once' });
});

test.each([
  ['that has worked is noted', loseResponses, ['once', 'other']],
  ['that has not is not', rejectRequests, ['other']],
])('[RP-13] when the panel closes after a lost response, a deletion %s', async (_what, fail, noted) => {
  const { collection } = await createPostsCollection();
  const remove = async (title: string) => {
    const { id } = await createRecord(backend().api, collection.id, { title });
    const panel = await openPanel(collection, id);
    const removed = panel.remove();
    await answerQuestion(true);
    await removed;
    await panel.close();
  };
  $journal.set([]);
  const find = fail(({ method }) => method === 'DELETE', 'No response.', 503);
  await remove('once');
  find();
  await remove('other');
  const titles = () => $journal.get().map(({ deleted: [kept] }) => kept?.source.record['title']);
  await expect.poll(() => titles().toSorted()).toEqual(noted);
});
