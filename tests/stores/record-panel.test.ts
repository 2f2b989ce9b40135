import { expect, test, vi } from 'vitest';
import type { FileValue } from '../../src/lib/domain/record-form/files.ts';
import { deleteFile, moveStored } from '../../src/lib/domain/record-form/files.ts';
import { filesOf } from '../../src/lib/domain/record-form/values.ts';
import { createRecordPanel, type RecordPanel } from '../../src/stores/record-panel/panel.ts';
import {
  createCollection,
  createRecord,
  createUser,
  everyFieldType,
  field,
  textFile,
  uniqueName,
} from '../support/factories.ts';
import { answer, backend, browser, known, toasts, until } from './record-fixture.ts';

async function posts() {
  const { api } = backend();
  const related = await createCollection(api, { name: uniqueName('cats'), schema: [field('name')] });
  const made = await createCollection(api, {
    name: uniqueName('posts'),
    schema: everyFieldType(related.id),
  });
  return { collection: known(made), made, related };
}

async function open(collection: ReturnType<typeof known>, recordId: string): Promise<RecordPanel> {
  const panel = createRecordPanel({ collection, recordId });
  await until(panel.$record, (load) => load.state === 'ready');
  return panel;
}

const stored = (name: string, id: string) => backend().api.get(`/api/collections/${name}/records/${id}`);

/** The parts of the last multipart request, and how many there were. */
function spyOnForms() {
  const forms: [string, unknown][][] = [];
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.body instanceof FormData) forms.push([...init.body.entries()]);
    return real(url, init);
  });
  return { forms, stop: () => spy.mockRestore() };
}

test('[RP-07] creates a record with every field, and turns into its edit form', async () => {
  const { collection, made } = await posts();
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
  expect(await stored(made.name, id)).toMatchObject({ title: 'A\nB', amount: 1.5, tags: ['blue', 'red'] });
  expect(panel.$isDirty.get()).toBe(false);
  expect(panel.$canSave.get()).toBe(false);
  expect(panel.$fields.get().some(({ kind }) => kind === 'id')).toBe(false);
  panel.dispose();
});

test('[RP-08] sends only what was changed and keeps the others’ line breaks', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, {
    title: 'a\r\nb',
    amount: 7,
    due: '2026-11-05 12:00:00.123Z',
    tags: ['red', 'green'],
    meta: { a: 1 },
  });
  const panel = await open(collection, row.id);
  expect(panel.$values.get()).toMatchObject({ due: '2026-11-05 12:00:00', amount: '7' });
  panel.set('title', 'a\nb');
  expect(panel.$isDirty.get()).toBe(false);
  panel.set('tags', []);
  const { forms, stop } = spyOnForms();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(forms).toEqual([[['tags', '']]]);
  panel.set('title', 'a\nb\nc');
  expect(await panel.save()).toBe(true);
  stop();
  expect(forms[1]).toEqual([['@jsonPayload', '{"title":"a\\r\\nb\\r\\nc"}']]);
  expect(await stored(made.name, row.id)).toMatchObject({
    title: 'a\r\nb\r\nc',
    due: '2026-11-05 12:00:00.123Z',
    tags: [],
    meta: { a: 1 },
  });
});

test('[RP-21] stops invalid JSON, numbers and dates before they are sent', async () => {
  const { collection } = await posts();
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
    amount: 'This is no number that can be stored.',
    due: 'This is no date that can be stored.',
  });
  panel.set('meta', '');
  expect(Object.keys(panel.$errors.get()).sort()).toEqual(['amount', 'due']);
  panel.dispose();
});

test('[RP-20] shows the backend’s field errors and keeps what was typed', async () => {
  const { collection } = await posts();
  const panel = createRecordPanel({ collection });
  panel.set('contact', 'nobody');
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toEqual({ contact: 'Must be a valid email.' });
  expect(panel.$values.get()['contact']).toBe('nobody');
  expect(panel.$saving.get()).toEqual({ state: 'idle' });
  panel.dispose();
});

test('[RP-02] says which record could not be loaded and closes', async () => {
  const { collection } = await posts();
  const onClose = vi.fn();
  const panel = createRecordPanel({ collection, recordId: 'nosuchrecord123', onClose });
  await until(panel.$record, (load) => load.state === 'failed');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(toasts()).toEqual(['Unable to load record with id "nosuchrecord123"']);
});

test('[RF-15] deletes, orders and appends files in one request', async () => {
  const { collection, made } = await posts();
  const panel = createRecordPanel({ collection });
  const added = ['a.txt', 'b.txt', 'c.txt'].map((name) => textFile(name));
  panel.set('attachments', { names: [], deleted: [], added } satisfies FileValue);
  expect(panel.$isDirty.get()).toBe(true);
  stubUpload();
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const names = filesOf(panel.$values.get()['attachments']).names;
  expect(names.map((name) => name[0])).toEqual(['a', 'b', 'c']);
  const [first = '', , third = ''] = names;
  const moved = moveStored(deleteFile(filesOf(panel.$values.get()['attachments']), names[1] ?? ''), 2, 0);
  panel.set('attachments', { ...moved, added: [textFile('d.txt')] });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const after = (await stored(made.name, panel.$recordId.get() ?? ''))['attachments'];
  expect(after).toEqual([third, first, expect.stringMatching(/^d/)]);
  panel.dispose();
  vi.unstubAllGlobals();
});

/** XMLHttpRequest for a runtime without one, by way of fetch. */
function stubUpload() {
  class Upload {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onloadend?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    statusText = '';
    responseText = '';
    responseURL = '';
    private method = '';
    private headers = new Headers();
    private controller = new AbortController();
    open(method: string, url: string) {
      this.method = method;
      this.responseURL = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\n';
    }
    abort() {
      this.controller.abort();
    }
    async send(body: FormData) {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      // What listens to the progress may cancel right there.
      await Promise.resolve();
      try {
        const init = { method: this.method, headers: this.headers, body, signal: this.controller.signal };
        const response = await fetch(this.responseURL, init);
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      } catch {
        if (this.controller.signal.aborted) this.onabort?.();
        else this.onerror?.();
      }
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
}

test('shows the progress of an upload and keeps everything when it is cancelled', async () => {
  const { collection } = await posts();
  stubUpload();
  const panel = createRecordPanel({ collection });
  const file = textFile('a.txt');
  panel.set('title', 'kept');
  panel.set('cover', { names: [], deleted: [], added: [file] });
  const saved = panel.save();
  expect(await until(panel.$saving, ({ state }) => state === 'uploading')).toEqual({
    state: 'uploading',
    loaded: 1,
    total: 2,
  });
  panel.cancelSave();
  expect(await saved).toBe(false);
  expect(toasts()).toEqual([]);
  expect(panel.$saving.get()).toEqual({ state: 'idle' });
  expect(panel.$values.get()).toMatchObject({ title: 'kept', cover: { added: [file] } });
  panel.dispose();
  vi.unstubAllGlobals();
});

test('tells what the backend says about a refused upload', async () => {
  const { collection } = await posts();
  stubUpload();
  const panel = createRecordPanel({ collection });
  panel.set('contact', 'nobody');
  panel.set('cover', { names: [], deleted: [], added: [textFile('a.txt')] });
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toEqual({ contact: 'Must be a valid email.' });
  panel.dispose();
  vi.unstubAllGlobals();
});

test('merges what was saved meanwhile in other fields', async () => {
  const { collection, made } = await posts();
  const { api } = backend();
  const row = await createRecord(api, made.name, { title: 'a', amount: 1 });
  const panel = await open(collection, row.id);
  panel.set('title', 'mine');
  await api.patch(`/api/collections/${made.name}/records/${row.id}`, { amount: 2 });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(await stored(made.name, row.id)).toMatchObject({ title: 'mine', amount: 2 });
  expect(panel.$values.get()['amount']).toBe('2');
  expect(toasts()).toEqual(['Merged with what was saved meanwhile: amount.', 'Successfully updated record.']);
  panel.dispose();
});

test.each(['mine', 'theirs'] as const)('asks about a field both changed and takes %s', async (side) => {
  const { collection, made } = await posts();
  const { api } = backend();
  const row = await createRecord(api, made.name, { title: 'a', amount: 1 });
  const panel = await open(collection, row.id);
  panel.set('title', 'mine');
  panel.set('active', true);
  await api.patch(`/api/collections/${made.name}/records/${row.id}`, { title: 'theirs', amount: 2 });
  expect(await panel.save({ keepOpen: true })).toBe(false);
  expect(panel.$conflicts.get()).toMatchObject([
    { field: { name: 'title' }, base: 'a', mine: 'mine', theirs: 'theirs' },
  ]);
  expect(await stored(made.name, row.id)).toMatchObject({ title: 'theirs', active: false });
  panel.cancelConflicts();
  expect(await panel.save({ keepOpen: true })).toBe(false);
  expect(await panel.settle({ title: side })).toBe(true);
  expect(await stored(made.name, row.id)).toMatchObject({ title: side, active: true, amount: 2 });
  expect(panel.$conflicts.get()).toEqual([]);
  panel.dispose();
});

test('[RP-05] asks before what was typed goes, and drops the draft with it', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const panel = await open(collection, row.id);
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
  const panel = await open(collection, user.id);
  panel.set('nick', 'typed');
  panel.setChangePassword(true);
  panel.set('password', 'secret-word-1');
  panel.set('photo', { names: [], deleted: [], added: [textFile()] });
  browser.dispatch('hidden');
  const key = `record_draft_${collection.id}_${user.id}`;
  const text = browser.storage.get(key) ?? '';
  expect(JSON.parse(text)).toEqual({ nick: 'typed', '@base': { nick: 'a' } });
  panel.dispose();

  await api.patch(`/api/collections/${made.name}/records/${user.id}`, { nick: 'theirs' });
  const again = await open(collection, user.id);
  expect(again.$values.get()['nick']).toBe('theirs');
  expect(again.$draft.get()?.values).toEqual({ nick: 'typed' });
  again.restoreDraft();
  expect(again.$draft.get()).toBeUndefined();
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
  expect(panel.$draft.get()?.values).toEqual({ title: 'old' });
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
    expect(panel.$draft.get()).toBeUndefined();
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
  await vi.waitFor(() =>
    expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'typed' }),
  );
  panel.dispose();
});

test('[RP-12] duplicates without id and files, after asking about unsaved changes', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a', amount: 3, cover: textFile() });
  const onDuplicate = vi.fn();
  const panel = createRecordPanel({ collection, recordId: row.id, onDuplicate });
  await until(panel.$record, (load) => load.state === 'ready');
  panel.set('title', 'b');
  const refused = panel.duplicate();
  expect(await answer(false)).toBe('You have unsaved changes. Do you really want to discard them?');
  await refused;
  expect(onDuplicate).not.toHaveBeenCalled();
  const done = panel.duplicate();
  await answer(true);
  await done;
  // What was not saved is discarded, as the question says.
  const initial = onDuplicate.mock.calls[0]?.[0];
  const copy = createRecordPanel({ collection, initial });
  expect(copy.$isDirty.get()).toBe(true);
  expect(copy.$values.get()).toMatchObject({ id: '', title: 'a', amount: '3' });
  expect(filesOf(copy.$values.get()['cover'])).toEqual({ names: [], deleted: [], added: [] });
  copy.dispose();
});

test('[RP-13] deletes after a question', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const onRemoved = vi.fn();
  const onClose = vi.fn();
  const panel = createRecordPanel({ collection, recordId: row.id, onRemoved, onClose });
  await until(panel.$record, (load) => load.state === 'ready');
  const kept = panel.remove();
  expect(await answer(false)).toBe('Do you really want to delete the selected record?');
  await kept;
  expect(onClose).not.toHaveBeenCalled();
  const gone = panel.remove();
  await answer(true);
  await gone;
  expect(toasts()).toEqual(['Successfully deleted record.']);
  expect(onRemoved).toHaveBeenCalledWith(row.id);
  expect(onClose).toHaveBeenCalledOnce();
  await expect(stored(made.name, row.id)).rejects.toThrow('404');
});

test('creates and edits fields that are called like parts of every object', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
  const made = await createCollection(backend().api, {
    name: uniqueName('odd'),
    schema: [...names.map((name) => field(name)), field('valueOf', 'file'), field('isPrototypeOf', 'bool')],
  });
  const panel = createRecordPanel({ collection: known(made) });
  expect(await panel.save({ keepOpen: true })).toBe(true);
  for (const name of names) {
    expect(panel.$values.get()[name]).toBe('');
    panel.set(name, `a\n${name}`);
  }
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const row = await stored(made.name, panel.$recordId.get() ?? '');
  for (const name of names) expect(Object.entries(row)).toContainEqual([name, `a\n${name}`]);
  panel.dispose();
});

test('offers a draft to one of two panels for new records alone', async () => {
  const { collection } = await posts();
  const key = `record_draft_${collection.id}_`;
  const lower = createRecordPanel({ collection });
  lower.set('title', 'lower');
  browser.dispatch('pagehide');
  const upper = createRecordPanel({ collection });
  expect(upper.$draft.get()).toBeUndefined();
  upper.set('title', 'upper');
  browser.dispatch('pagehide');
  expect(await upper.save()).toBe(true);
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({ title: 'lower' });
  lower.dispose();
  const later = createRecordPanel({ collection });
  expect(later.$draft.get()?.values).toEqual({ title: 'lower' });
  later.dispose();
});

test('[RP-03] sends nothing when nothing was changed', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const panel = await open(collection, row.id);
  const spy = vi.spyOn(globalThis, 'fetch');
  expect(await panel.save()).toBe(false);
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
  panel.dispose();
});

test('stays open with what was typed while it was being saved', async () => {
  const { collection, made } = await posts();
  const row = await createRecord(backend().api, made.name, { title: 'a' });
  const panel = await open(collection, row.id);
  panel.set('title', 'b');
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.method === 'PATCH') panel.set('contact', 'a@example.com');
    return real(url, init);
  });
  expect(await panel.save()).toBe(true);
  spy.mockRestore();
  expect(panel.$isDirty.get()).toBe(true);
  expect(await stored(made.name, row.id)).toMatchObject({ title: 'b', contact: '' });
  expect(await panel.save()).toBe(true);
  expect(await stored(made.name, row.id)).toMatchObject({ title: 'b', contact: 'a@example.com' });
});

test('a password that is typed during a save stays in sight and goes with the next one', async () => {
  const { api } = backend();
  const made = await createCollection(api, {
    name: uniqueName('users'),
    type: 'auth',
    schema: [field('note')],
  });
  const user = await createUser(api, made.name);
  const panel = await open(known(made), user.id);
  panel.set('note', 'a');
  const real = globalThis.fetch;
  const sending = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (init?.body instanceof FormData) {
      panel.setChangePassword(true);
      panel.set('password', 'newsecret1');
      panel.set('passwordConfirm', 'newsecret1');
    }
    return real(url, init);
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
