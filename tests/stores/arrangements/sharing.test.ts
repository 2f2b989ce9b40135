import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Subscription } from '#api/records/shared-realtime.ts';
import { FOLDERS_KEY, TEMPLATES_KEY, VIEWS_KEY } from '#domain/app/storage-keys.ts';
import type { Texts, Things } from '#domain/arrangements/kinds.ts';
import { NOTES_KEY, parseNotes, withNote } from '#domain/arrangements/notes.ts';
import { OWN_COLLECTION, ownState } from '#domain/arrangements/own-collection.ts';
import {
  newOwnCollection,
  OWN_ARRANGEMENTS_KEY,
  pulled,
  readRecords,
  unsent,
} from '#domain/arrangements/state.ts';
import { parseFolders } from '#domain/collections/folders.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $question, confirm, type Question } from '#stores/app/confirm.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { startSession } from '#stores/app/session.ts';
import { $notes, setNote } from '#stores/arrangements/notes.ts';
import {
  $isOff,
  addOwn,
  copyShared,
  isDeviceArranged,
  share,
  showOwnCollection,
  takeOwn,
  takeShared,
} from '#stores/arrangements/sharing.ts';
import { startSharing } from '#stores/arrangements/start.ts';
import { $sync, decideNow } from '#stores/arrangements/sync.ts';
import { $folders, finishRename, startFolder } from '#stores/collections/folders.ts';
import {
  $activeCollection,
  $collectionList,
  $collections,
  $ownCollection,
  checkCollections,
  loadCollections,
} from '#stores/collections/list.ts';
import { sharedCollections } from '#stores/home/basics.ts';
import { $areAllExported, $exportText, loadExport, toggleExport } from '#stores/settings/export.ts';
import { eventually } from '#tests/support/eventually.ts';
import { seedRecords } from '#tests/support/factories.ts';
import { writeCollection } from '#wire/save-collection.ts';
import { holdRequests, loseResponses, rejectRequests, watchRequests } from '../network-fixture.ts';
import { answerQuestion, backend, browser, toasts, until } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

const followed: Subscription[] = [];
vi.mock('#stores/records/live.ts', () => ({
  keepSubscribed(subscription: Subscription) {
    followed.push(subscription);
    return () => followed.splice(followed.indexOf(subscription), 1);
  },
}));

startStores(() => [
  startSession(),
  startRouting(),
  $collections.listen(() => {}),
  $folders.listen(() => {}),
  $notes.listen(() => {}),
  $isOff.listen(() => {}),
]);
beforeAll(async () => {
  await until($collections, (load) => load.state === 'ready');
});

const PATH = `/api/collections/${OWN_COLLECTION}/records`;
const load = async () => {
  const { items } = await backend().api.get<{ items: RecordData[] }>(`${PATH}?perPage=500`);
  return items;
};

/** Another administrator, on another device. */
function createOther() {
  let texts: Texts = {};
  let base: Things = {};
  return {
    change(key: string, apply: (text: string) => string) {
      texts = { ...texts, [key]: apply(texts[key] ?? '') };
    },
    note(collection: string, field: string, note: string) {
      this.change(NOTES_KEY, (text) => JSON.stringify(withNote(parseNotes(text), collection, field, note)));
    },
    notes: () => parseNotes(texts[NOTES_KEY] ?? ''),
    text: (key: string) => texts[key] ?? '',
    async exchange(): Promise<void> {
      const { api } = backend();
      const { things, saved, ids } = readRecords(await load(), base);
      texts = pulled(texts, base, things);
      base = things;
      const changes = unsent(texts, base, saved);
      for (const [id, thing] of changes) {
        const [kind, ...key] = id.split('/');
        const record = ids.get(id);
        if (record === undefined)
          await api.post(PATH, { kind, key: key.join('/'), revision: 0, value: thing });
        else if (thing === undefined) await api.delete(`${PATH}/${record}`);
        else await api.patch(`${PATH}/${record}`, { value: thing });
      }
      if (changes.length) await this.exchange();
    },
  };
}

/** Waits until all of this device is shared. */
const settled = () =>
  eventually(() => {
    expect($sync.get()).toBe('done');
    expect(storedState().things).toBeDefined();
  });
const storedState = () => JSON.parse(browser.storage.get('atollShared') ?? '{}');
const shared = async () => readRecords(await load()).things;
/** The notes that the backend has. */
const sharedNotes = async () => parseNotes(pulled({}, {}, await shared())[NOTES_KEY] ?? '');
const newest = () => {
  for (const { onEvent } of followed) onEvent({ action: 'update', id: 'x', updated: '' });
};
/** Answers the next question by the button beside 'No', and returns its text. */
async function takeTheirs() {
  const question = await until($question, (shown) => shown !== undefined);
  expect(question?.instead?.label).toBe('Take theirs');
  question?.answer(false);
  question?.instead?.run();
  return question?.text;
}

let stop = () => {};
beforeEach(() => {
  browser.storage.delete('atollShared');
  for (const key of [NOTES_KEY, FOLDERS_KEY, VIEWS_KEY, TEMPLATES_KEY, OWN_ARRANGEMENTS_KEY, 'atollShared'])
    browser.storeElsewhere(key);
  stop = startSharing();
});
afterEach(async () => {
  stop();
  const own = $ownCollection.get();
  if (own) await backend().api.delete(`/api/collections/${own.id}`);
  await loadCollections();
});

async function begin(withOwn = true) {
  const sharing = share(withOwn);
  expect(await answerQuestion(true)).toContain('Every administrator');
  await sharing;
  await settled();
}

test('on request, an ordinary collection for admins is made; no list shows it but by its address', async () => {
  expect(isDeviceArranged()).toBe(false);
  setNote('c', 'f', 'Mine');
  expect(isDeviceArranged()).toBe(true);
  const declined = share(true);
  await answerQuestion(false);
  await declined;
  expect($ownCollection.get()).toBeUndefined();
  await begin();
  const own = $ownCollection.get();
  expect(own && ownState(own)).toBe('own');
  expect(await load()).toMatchObject([{ kind: 'notes', key: 'c/f', revision: 0, value: { text: 'Mine' } }]);
  await expect(fetch(`${backend().url}${PATH}`)).resolves.toMatchObject({ status: 403 });

  expect($collectionList.get().map(({ name }) => name)).not.toContain(OWN_COLLECTION);
  const { sent } = watchRequests();
  await checkCollections();
  expect(sent).toEqual(['GET /api/collections']);
  if (own) showOwnCollection(own);
  expect($activeCollection.get()?.name).toBe(OWN_COLLECTION);
  await loadCollections();
  expect($activeCollection.get()?.name).toBe(OWN_COLLECTION);
  go('collections', { collectionId: $collectionList.get()[0]?.id ?? '' });

  await loadExport();
  expect($areAllExported.get()).toBe(true);
  expect($exportText.get()).not.toContain(OWN_COLLECTION);
  toggleExport(own?.id ?? '');
  expect($exportText.get()).toContain(OWN_COLLECTION);
  const listed = await sharedCollections(new AbortController().signal);
  expect(listed.map(({ name }) => name)).not.toContain(OWN_COLLECTION);
});

const view = (id: string) => ({ id, name: id, collectionId: 'c', collectionName: 'c', isDefault: false });
const added = (text: string, ...ids: string[]) =>
  JSON.stringify([...JSON.parse(text || '[]'), ...ids.map(view)]);
const idsIn = (text: string | undefined) =>
  JSON.parse(text ?? '[]')
    .map(({ id }: { id: string }) => id)
    .sort();

test('two administrators who arrange at once lose nothing, and are not asked', async () => {
  await begin();
  const other = createOther();
  for (const index of ['0', '1', '2', '3']) {
    other.note('c', `theirs ${index}`, index);
    other.change(VIEWS_KEY, (text) => added(text, `theirs ${index}`));
    setNote('c', `mine ${index}`, index);
    browser.storeElsewhere(VIEWS_KEY, added(browser.storage.get(VIEWS_KEY) ?? '', `mine ${index}`));
    newest();
    await other.exchange();
  }
  startFolder('a');
  finishRename('Mine');
  await eventually(async () => {
    newest();
    await other.exchange();
    expect(Object.keys(other.notes()['c'] ?? {})).toHaveLength(8);
    expect(idsIn(other.text(VIEWS_KEY))).toHaveLength(8);
    expect($notes.get()).toEqual(other.notes());
    expect(idsIn(browser.storage.get(VIEWS_KEY))).toEqual(idsIn(other.text(VIEWS_KEY)));
    expect(parseFolders(other.text(FOLDERS_KEY)).folders).toEqual($folders.get().folders);
  });
  await settled();
  expect($question.get()).toBeUndefined();
  expect(await load()).toHaveLength(17);
});

/** JSON that is nested `depth` times. */
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

test('[TR-49] a record that can’t be read stops nothing: it is left out, and named once', async () => {
  setNote('c', 'f', 'Mine');
  await begin();
  const { api } = backend();
  const [mine] = await load();
  await api.patch(`${PATH}/${mine?.id}`, { value: { text: nested(3000) } });
  const old = { kind: 'notes', key: 'd' };
  await api.post(PATH, { ...old, revision: 2 ** 60, value: { f: 'Never' } });
  await api.post(PATH, { ...old, revision: 1, value: { f: 'Theirs' } });
  await api.post(PATH, { kind: 'later', key: 'd', revision: 0, value: 'Of another version' });
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Mine' }, d: { f: 'Theirs' } }));
  await settled();
  setNote('e', 'f', 'More');
  await eventually(async () => expect(await sharedNotes()).toEqual({ d: { f: 'Theirs' }, e: { f: 'More' } }));
  newest();
  await settled();
  expect(
    toasts()
      .filter((message) => message.includes('can’t be read'))
      .sort(),
  ).toEqual([
    expect.stringMatching(
      /^Record \w+ of atoll_arrangements can’t be read, so the notes of (c\.f|d) in it are left out\.$/,
    ),
    expect.stringMatching(/so the notes of (c\.f|d) in it are left out\.$/),
  ]);
  // It stays until somebody changes the same.
  expect((await load()).map((row) => row['revision']).sort()).toEqual([0, 0, 0, 0, 2 ** 60]);
  setNote('c', 'f', 'Changed');
  await eventually(async () => expect((await sharedNotes())['c']).toEqual({ f: 'Changed' }));
});

test('[TR-49] a large note of another version is in storage once', async () => {
  await begin();
  const large = 'x'.repeat(1_900_000);
  await backend().api.post(PATH, { kind: 'notes', key: 'c', revision: 1, value: { f: large } });
  newest();
  await eventually(() => expect($notes.get()['c']?.['f']).toHaveLength(1000));
  await settled();
  const sizes = [...browser.storage.values()].map(({ length }) => length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
  setNote('d', 'f', 'Mine');
  await eventually(async () => expect((await shared())['notes/d/f']).toEqual({ text: 'Mine' }));
  expect((await load()).map(({ key }) => key).sort()).toEqual(['c/f', 'd/f']);
  expect((await shared())['notes/c/f']).toEqual({ text: large });
});

test('what one removes and the other changes stays', async () => {
  for (const field of ['f', 'g']) setNote('c', field, 'One');
  await begin();
  const other = createOther();
  await other.exchange();
  other.note('c', 'f', '');
  other.note('c', 'g', 'Theirs');
  await other.exchange();
  setNote('c', 'f', 'Mine');
  setNote('c', 'g', '');
  newest();
  const both = { c: { f: 'Mine', g: 'Theirs' } };
  await eventually(async () => expect([$notes.get(), await sharedNotes()]).toEqual([both, both]));
  await settled();
  await other.exchange();
  expect(other.notes()).toEqual(both);
  // What nobody else has changed is removed for all.
  setNote('c', 'g', '');
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Mine' } }));
});

/** Both administrators change the same note of a collection, and this device exchanges. */
async function changeBoth(other: ReturnType<typeof createOther>, mine: string, theirs: string) {
  await other.exchange();
  other.note('c', 'f', theirs);
  await other.exchange();
  setNote('c', 'f', mine);
  newest();
}

test('who has changed the same text as another administrator is asked, sees theirs, and can save over it', async () => {
  setNote('c', 'f', 'One');
  await begin();
  const other = createOther();
  await changeBoth(other, 'Mine', '<b>Theirs</b>');
  setNote('c', 'g', 'Another');
  const text = await until($question, (question) => question !== undefined);
  expect(text?.text).toBe(
    'Another administrator has changed the notes of c.f, too:\n<b>Theirs</b>\n\nSave yours over it?',
  );
  // Nothing of either side is gone before the answer.
  expect([$notes.get()['c']?.['f'], (await sharedNotes())['c']?.['f']]).toEqual(['Mine', '<b>Theirs</b>']);
  await answerQuestion(true);
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Mine', g: 'Another' } }));
  await settled();
  await other.exchange();
  expect(other.notes()).toEqual({ c: { f: 'Mine', g: 'Another' } });
});

test('theirs can be taken instead; a further change of it is taken over without a question', async () => {
  setNote('c', 'f', 'One');
  await begin();
  const other = createOther();
  await changeBoth(other, 'Mine', 'Theirs');
  await takeTheirs();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Theirs' } }));
  await settled();
  other.note('c', 'f', 'More of theirs');
  await other.exchange();
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'More of theirs' } }));
  expect(await sharedNotes()).toEqual({ c: { f: 'More of theirs' } });
});

test('who decides nothing keeps theirs there and mine here, and all else is shared', async () => {
  setNote('c', 'f', 'One');
  await begin();
  const other = createOther();
  await changeBoth(other, 'Mine', 'Theirs');
  await answerQuestion(false);
  setNote('c', 'g', 'Another');
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Theirs', g: 'Another' } }));
  newest();
  await until($sync, (state) => state === 'undecided');
  expect([$notes.get()['c']?.['f'], $question.get()]).toEqual(['Mine', undefined]);
  // A further change is asked about again.
  setNote('c', 'f', 'More of mine');
  await answerQuestion(true);
  await eventually(async () => expect((await sharedNotes())['c']?.['f']).toBe('More of mine'));
  await settled();
});

test('what was left open is asked about again on request, and before a device shares no more', async () => {
  setNote('c', 'f', 'One');
  await begin();
  await changeBoth(createOther(), 'Mine', 'Theirs');
  await answerQuestion(false);
  await until($sync, (state) => state === 'undecided');
  // The end of another question is no reason to read everything again.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  void confirm('Another question?');
  $question.get()?.answer(true);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();

  decideNow();
  expect(await answerQuestion(false)).toContain('Theirs');
  await until($sync, (state) => state === 'undecided');
  const kept = takeOwn();
  expect(await answerQuestion(false)).toContain('Theirs');
  await kept;
  expect(toasts()).toEqual([
    'This device still shares: decide first about what another administrator has changed, too.',
  ]);
  expect([$isOff.get(), $notes.get()]).toEqual([false, { c: { f: 'Mine' } }]);
  const taken = takeOwn();
  await takeTheirs();
  await taken;
  expect([$isOff.get(), await sharedNotes()]).toEqual([true, { c: { f: 'Theirs' } }]);
});

test('a question that nobody has answered is asked again', async () => {
  setNote('c', 'f', 'One');
  await begin();
  await changeBoth(createOther(), 'Mine', 'Theirs');
  const next = (last?: Question) =>
    until($question, (shown) => shown !== last && shown?.text.includes('Theirs') === true);
  const first = await next();
  go('logs');
  const second = await next(first);
  void confirm('Another question?');
  expect(await answerQuestion(false)).toBe('Another question?');
  await next(second);
  stop();
  await until($sync, (state) => state === 'off');
  stop = startSharing();
  expect(await answerQuestion(true)).toContain('Theirs');
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Mine' } }));
  go('collections');
});

test('what changes while a question is on screen is asked about, too', async () => {
  setNote('c', 'f', 'One');
  await begin();
  const other = createOther();
  await changeBoth(other, 'Mine', 'Theirs');
  const question = await until($question, (shown) => shown !== undefined);
  other.note('c', 'f', 'Theirs, later');
  await other.exchange();
  question?.answer(true);
  expect(await takeTheirs()).toContain('Theirs, later');
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Theirs, later' } }));
  await settled();
  expect(await sharedNotes()).toEqual({ c: { f: 'Theirs, later' } });
});

test('what another tab has decided is decided; a hidden tab and one with another question ask nothing', async () => {
  setNote('c', 'f', 'One');
  await begin();
  const other = createOther();
  browser.hide();
  await changeBoth(other, 'Mine', 'Theirs');
  await until($sync, (state) => state === 'undecided');
  const asked = confirm('Another question?');
  browser.unhide();
  newest();
  await until($sync, (state) => state === 'undecided');
  expect(await answerQuestion(true)).toBe('Another question?');
  expect(await asked).toBe(true);
  const question = await until($question, (shown) => shown !== undefined);
  // Another tab of this device takes theirs.
  browser.storeElsewhere('atollShared', JSON.stringify({ ...storedState(), things: await shared() }));
  browser.storeElsewhere(NOTES_KEY, JSON.stringify({ c: { f: 'Theirs' } }));
  question?.answer(true);
  await settled();
  expect([$notes.get(), await sharedNotes()]).toEqual([{ c: { f: 'Theirs' } }, { c: { f: 'Theirs' } }]);
});

test('what earlier versions have stored is moved: the newest revision of each value, and unsent changes', async () => {
  await begin();
  stop();
  const { api } = backend();
  const add = (kind: string, key: string, revision: number, value: unknown) =>
    api.post(PATH, { kind, key, revision, value });
  await add('notes', 'c', 1, { f: 'Old' });
  await add('notes', 'c', 2, { f: 'One', g: 'Two', '': 'Three' });
  await add('notes', 'gone', 2, null);
  await add('views', 'c', 10, [view('a'), view('b')]);
  await add('views', 'c', 9, [view('a'), view('x')]);
  await add('folders', 'sidebar', 1, { mode: 'manual', folders: [] });
  // This device had the newest revision, has changed it since, and has removed a view.
  const base = {
    'notes/c': { revision: 2, value: { f: 'One', g: 'Two', '': 'Three' } },
    'views/c': { revision: 10, value: [view('a'), view('b')] },
  };
  const collectionId = $ownCollection.get()?.id;
  browser.storeElsewhere('atollShared', JSON.stringify({ isOff: false, collectionId, base, sent: ['x'] }));
  browser.storeElsewhere(NOTES_KEY, JSON.stringify({ c: { f: 'One', g: 'Mine', '': 'Three' } }));
  browser.storeElsewhere(VIEWS_KEY, JSON.stringify([view('a')]));
  stop = startSharing();
  await eventually(async () => {
    const rows = await load();
    expect(rows.map(({ kind, key, revision }) => `${kind} ${key} ${revision}`).sort()).toEqual([
      'folders sidebar 0',
      ...['notes c/ 0', 'notes c/f 0', 'notes c/g 0', 'views c/a 0'],
    ]);
  });
  expect(await sharedNotes()).toEqual({ c: { f: 'One', g: 'Mine', '': 'Three' } });
  await settled();
  // A tab with an earlier version adds something.
  await add('notes', 'c', 1, { g: 'Later' });
  newest();
  await eventually(async () => expect(await load()).toHaveLength(5));
  await eventually(() => expect($notes.get()['c']).toEqual({ f: 'One', g: 'Later', '': 'Three' }));
  expect($question.get()).toBeUndefined();
});

test('a device keeps its own aside, can add it, and has it back when it shares no more', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'Shared');
  await other.exchange();
  // Another device, which joins later.
  stop();
  for (const key of [NOTES_KEY, FOLDERS_KEY, 'atollShared']) browser.storeElsewhere(key);
  setNote('c', 'g', 'Own');
  stop = startSharing();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Shared' } }));
  await settled();
  expect(toasts().join()).toContain('Those of this device are kept.');
  expect(await sharedNotes()).toEqual({ c: { f: 'Shared' } });

  await takeOwn();
  expect($notes.get()).toEqual({ c: { g: 'Own' } });
  expect([$isOff.get(), $sync.get()]).toEqual([true, 'off']);
  await copyShared();
  expect($notes.get()).toEqual({ c: { f: 'Shared', g: 'Own' } });
  setNote('c', 'g', 'Owner');
  expect(await sharedNotes()).toEqual({ c: { f: 'Shared' } });

  takeShared();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Shared' } }));
  await settled();
  await addOwn();
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Shared', g: 'Owner' } }));
  expect(browser.storage.has(OWN_ARRANGEMENTS_KEY)).toBe(false);
});

test('what waits is sent before a device shares no more', async () => {
  await begin();
  setNote('c', 'f', 'Late');
  await takeOwn();
  expect(await sharedNotes()).toEqual({ c: { f: 'Late' } });
  expect([$isOff.get(), $notes.get()]).toEqual([true, {}]);
});

test('who is always overtaken gives up for now, and keeps what waits', async () => {
  await begin();
  const data = { revision: { code: 'validation_not_unique', message: 'Taken.' } };
  const letThrough = rejectRequests(isCreate, 'Failed.', 400, data);
  const { requests } = watchRequests();
  setNote('c', 'f', 'Mine');
  await eventually(() => expect(requests.filter(isCreate)).toHaveLength(20));
  await until($sync, (state) => state === 'done');
  expect([requests.filter(isLoad).length, requests.filter(isCreate).length, toasts()]).toEqual([20, 20, []]);
  letThrough();
  newest();
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Mine' } }));
});

test('a device goes on sharing while what waits can’t be sent', async () => {
  await begin();
  const data = { revision: { code: 'validation_not_unique', message: 'Taken.' } };
  rejectRequests(({ method, path }) => method === 'POST' && path.endsWith('/records'), 'Failed.', 400, data);
  setNote('c', 'f', 'Mine');
  await takeOwn();
  expect([$isOff.get(), $notes.get()]).toEqual([false, { c: { f: 'Mine' } }]);
  expect(toasts().join()).toContain('Not all changes could be shared');
});

test('a collection that was deleted elsewhere is used no more', async () => {
  await begin();
  await backend().api.delete(`/api/collections/${$ownCollection.get()?.id}`);
  newest();
  await until($ownCollection, (own) => own === undefined);
  expect([$sync.get(), toasts()]).toEqual(['off', []]);
});

test('what the backend does not take stays on this device and is sent later', async () => {
  await begin();
  const accept = rejectRequests(({ method, path }) => method === 'POST' && path.includes('/records'), 'No.');
  setNote('c', 'f', 'Kept');
  await eventually(() => expect(toasts().join()).toContain('is kept on this device and shared later: No.'));
  expect($notes.get()).toEqual({ c: { f: 'Kept' } });
  accept();
  newest();
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Kept' } }));
});

test('after a lost response, the exchange goes on by itself', async () => {
  await begin();
  const find = loseResponses(({ method, path }) => method === 'POST' && path.includes('/records'));
  setNote('c', 'f', 'Kept');
  await until($sync, (state) => state instanceof Error);
  find();
  await settled();
  expect(await sharedNotes()).toEqual({ c: { f: 'Kept' } });
});

const isCreate = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'POST' && path.endsWith('/records');

test('what is taken back while it is being sent is taken back for all, without a word of others', async () => {
  await begin();
  const held = holdRequests(isCreate, 'responses');
  setNote('c', 'f', 'One');
  startFolder('a');
  newest();
  await held.arrived;
  setNote('c', 'f', '');
  setNote('c', 'g', 'Two');
  held.release();
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { g: 'Two' } }));
  await settled();
  expect([$notes.get(), $question.get()]).toEqual([{ c: { g: 'Two' } }, undefined]);
});

test('what was sent without a response can be taken back, also after a reload', async () => {
  await begin();
  const find = loseResponses(isCreate);
  setNote('c', 'f', 'One');
  await until($sync, (state) => state instanceof Error);
  stop();
  find();
  const other = createOther();
  await other.exchange();
  setNote('c', 'f', '');
  stop = startSharing();
  await eventually(async () => expect(await sharedNotes()).toEqual({}));
  await settled();
  expect([$notes.get(), storedState().sent]).toEqual([{}, {}]);
  setNote('c', 'f', 'Two');
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'Two' } }));
});

test('what changes twice while it is sent is in no conflict with itself', async () => {
  await begin();
  const held = holdRequests(isCreate, 'responses');
  setNote('c', 'f', 'One');
  newest();
  await held.arrived;
  setNote('c', 'f', 'One, two');
  held.release();
  await eventually(async () => expect(await sharedNotes()).toEqual({ c: { f: 'One, two' } }));
  await settled();
  expect([toasts(), $question.get()]).toEqual([[], undefined]);
});

test('with full storage, a note is kept until a reload, and that is said', () => {
  browser.quota = 0;
  setNote('c', 'f', 'Mine');
  browser.quota = Number.POSITIVE_INFINITY;
  expect($notes.get()).toEqual({ c: { f: 'Mine' } });
  expect(toasts()).toEqual([
    'The storage of this browser is full or blocked: the note is kept until you reload.',
  ]);
});

test('with full storage, nothing of others is taken over or taken back', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'Theirs');
  await other.exchange();
  browser.quota = 0;
  newest();
  await until($sync, (sync) => sync instanceof Error);
  browser.quota = Number.POSITIVE_INFINITY;
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Theirs' } }));
  await settled();
  expect(await sharedNotes()).toEqual({ c: { f: 'Theirs' } });
});

test('where what both have can’t be stored any more, nothing of others is taken over or taken back', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'One');
  await other.exchange();
  const notes = JSON.stringify({ c: { f: 'One' } });
  expect((browser.storage.get('atollShared') ?? '').length).toBeGreaterThan(notes.length);
  browser.quota = notes.length;
  newest();
  await until($sync, (sync) => sync instanceof Error);
  expect($notes.get()).toEqual({});
  browser.quota = Number.POSITIVE_INFINITY;
  other.note('c', 'f', 'Two');
  await other.exchange();
  newest();
  await eventually(() => expect($notes.get()).toEqual({ c: { f: 'Two' } }));
  await settled();
  expect(await sharedNotes()).toEqual({ c: { f: 'Two' } });
  expect(toasts()).toEqual([]);
});

test('with loosened rules nothing is shared, and the collection is listed', async () => {
  await begin();
  const { id } = $ownCollection.get() ?? {};
  await backend().api.patch(`/api/collections/${id}`, { listRule: '' });
  await loadCollections();
  await eventually(() => expect(toasts().join()).toContain('let others in'));
  expect($collectionList.get().map(({ name }) => name)).toContain(OWN_COLLECTION);
  setNote('c', 'f', 'Private');
  expect($sync.get()).toBe('off');
  expect(await load()).toEqual([]);
  await backend().api.patch(`/api/collections/${id}`, { listRule: null });
  await loadCollections();
  await eventually(async () => expect(await load()).toHaveLength(1));
});

test('rules that were loosened elsewhere are noticed before anything is sent', async () => {
  await begin();
  await backend().api.patch(`/api/collections/${$ownCollection.get()?.id}`, { viewRule: '' });
  setNote('c', 'f', 'Private');
  await until($sync, (sync) => sync === 'off');
  expect(await load()).toEqual([]);
  expect($notes.get()).toEqual({ c: { f: 'Private' } });
});

test('another collection of that name is left alone', async () => {
  await backend().api.post('/api/collections', {
    ...{ name: OWN_COLLECTION, type: 'base' },
    schema: [{ name: 'kind', type: 'text' }],
  });
  await loadCollections();
  setNote('c', 'f', 'Mine');
  const own = $ownCollection.get();
  expect(own && ownState(own)).toBe('other');
  expect($collectionList.get().map(({ name }) => name)).toContain(OWN_COLLECTION);
  expect($sync.get()).toBe('off');
  expect(await load()).toEqual([]);
});

const isLoad = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'GET' && path === `/api/collections/${$ownCollection.get()?.id}/records`;

/** Holds the response of the next exchange while `meanwhile` runs. */
async function duringExchange(meanwhile: () => Promise<void> | void) {
  const held = holdRequests(isLoad, 'responses');
  newest();
  await held.arrived;
  await meanwhile();
  held.release();
}

test('a response that another tab has overtaken takes nothing back', async () => {
  await begin();
  setNote('c', 'f', 'One');
  await eventually(() => expect(storedState().things['notes/c/f']).toEqual({ text: 'One' }));
  await settled();
  const [row] = await load();
  await duringExchange(async () => {
    const two = { text: 'Two' };
    await backend().api.patch(`${PATH}/${row?.id}`, { value: two });
    browser.storeElsewhere(NOTES_KEY, JSON.stringify({ c: { f: 'Two' } }));
    browser.storage.set('atollShared', JSON.stringify({ ...storedState(), things: { 'notes/c/f': two } }));
  });
  await settled();
  expect($notes.get()).toEqual({ c: { f: 'Two' } });
});

test('what another administrator saves after it was read is neither overwritten nor deleted', async () => {
  for (const field of ['f', 'g']) setNote('c', field, 'One');
  await begin();
  const other = createOther();
  await other.exchange();
  const changeDuring = (field: string, mine: string) =>
    duringExchange(async () => {
      other.note('c', field, 'Theirs');
      await other.exchange();
      setNote('c', field, mine);
    });
  await changeDuring('g', '');
  await eventually(() => expect($notes.get()['c']?.['g']).toBe('Theirs'));
  await settled();
  await changeDuring('f', 'Mine');
  expect(await takeTheirs()).toContain('Theirs');
  const both = { c: { f: 'Theirs', g: 'Theirs' } };
  await eventually(async () => expect([$notes.get(), await sharedNotes()]).toEqual([both, both]));
});

test('an exchange that another tab has switched off changes nothing', async () => {
  await begin();
  const other = createOther();
  other.note('c', 'f', 'Theirs');
  await other.exchange();
  await duringExchange(() => {
    // The event of the change arrives later.
    browser.storage.set('atollShared', JSON.stringify({ isOff: true, keepsOwn: true, things: {} }));
  });
  await until($sync, (sync) => sync === 'done');
  expect(storedState().keepsOwn).toBe(true);
  expect($notes.get()).toEqual({});
});

test('of what was put aside, the version that was in use last stays, and one that is not added is shown', async () => {
  browser.storeElsewhere(
    OWN_ARRANGEMENTS_KEY,
    JSON.stringify({ [NOTES_KEY]: JSON.stringify({ c: { f: 'Older', g: 'Only' } }) }),
  );
  setNote('c', 'f', 'Last');
  await begin(false);
  setNote('c', 'f', 'Shared');
  await addOwn();
  expect($notes.get()).toEqual({ c: { f: 'Shared', g: 'Only' } });
  expect(toasts()).toContain('The shared text is kept; this device had: Last');
});

test('what the backend refuses keeps nothing else from being shared', async () => {
  await begin();
  const big = [{ id: 't', collectionId: 'c', text: 'x'.repeat(2_000_001) }];
  browser.storeElsewhere(TEMPLATES_KEY, JSON.stringify(big));
  setNote('c', 'f', 'Small');
  const isSent = async () => expect(await sharedNotes()).toEqual({ c: { f: 'Small' } });
  await eventually(isSent);
  await until($sync, (state) => state instanceof Error);
  expect(toasts().join()).toContain('is kept on this device');
});

test('half of a character is sent once', async () => {
  await begin();
  setNote('c', 'f', 'x\ud83d');
  await eventually(async () => expect(Object.keys(await shared())).toEqual(['notes/c/f']));
  await settled();
  expect(await load()).toMatchObject([{ value: { text: 'x\ufffd' } }]);
  expect($question.get()).toBeUndefined();
});

test('of more than a page, none is missed while another administrator removes one', async () => {
  await begin();
  const own = $ownCollection.get();
  if (!own) throw new Error('No collection.');
  const ids = await seedRecords(backend(), own, 502, (index) => ({
    ...{ kind: 'notes', key: `k${index}/f`, revision: 0, value: '{"text":"One"}' },
  }));
  let pages = 0;
  const held = holdRequests((request) => isLoad(request) && ++pages === 2);
  newest();
  await held.arrived;
  await backend().api.delete(`${PATH}/${ids[1]}`);
  held.release();
  await settled();
  expect(Object.keys($notes.get())).toHaveLength(502);
  newest();
  await eventually(() => expect(Object.keys($notes.get())).toHaveLength(501));
});

test('who shares when another administrator just has uses that collection', async () => {
  await backend().api.post('/api/collections', writeCollection(newOwnCollection()));
  const sharing = share(true);
  await answerQuestion(true);
  await sharing;
  expect(toasts()).toHaveLength(1);
  await settled();
});

test('a renamed collection does not keep another one from being made', async () => {
  await begin();
  const { id } = $ownCollection.get() ?? {};
  await backend().api.patch(`/api/collections/${id}`, { name: 'renamed_arrangements' });
  await loadCollections();
  expect($ownCollection.get()).toBeUndefined();
  await begin();
  expect($ownCollection.get()?.id).not.toBe(id);
  await backend().api.delete(`/api/collections/${id}`);
});
