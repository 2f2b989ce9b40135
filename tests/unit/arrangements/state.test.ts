import { expect, test } from 'vitest';
import { FOLDERS_KEY, TEMPLATES_KEY, VIEWS_KEY } from '#domain/app/storage-keys.ts';
import { ARRANGED_KINDS } from '#domain/arrangements/kinds.ts';
import { MAX_NOTE, noteOf, parseNotes, withNote } from '#domain/arrangements/notes.ts';
import {
  docsOfRows,
  isArranged,
  NOT_JOINED,
  parseSharedState,
  parseTexts,
  pulled,
  replacedRows,
  type SharedDocs,
  sentDocs,
  type Texts,
  united,
  unsent,
} from '#domain/arrangements/state.ts';
import { NOTES_KEY, OWN_ARRANGEMENTS_KEY, SHARED_KEY } from '#domain/arrangements/storage-keys.ts';
import type { RecordData } from '#domain/records/record.ts';

const template = (id: string, collectionId: string) => ({ id, name: id, collectionId, isDefault: false });
const FOLDERS = { mode: 'manual', folders: [{ id: 'x', name: 'Shop', collections: ['a'] }] };
const TEXTS: Texts = {
  [FOLDERS_KEY]: JSON.stringify({ ...FOLDERS, folded: ['x'], later: 1 }),
  [VIEWS_KEY]: JSON.stringify([template('v', 'v')]),
  [TEMPLATES_KEY]: JSON.stringify([template('1', 'a'), template('2', 'b'), template('3', 'a')]),
  [NOTES_KEY]: JSON.stringify({ a: { '': 'All', f1: 'One' } }),
};

test('a stored text is divided into values, and is whole again', () => {
  const docs = ARRANGED_KINDS.map((kind) => kind.read(TEXTS[kind.storageKey] ?? ''));
  expect(docs.map(Object.keys)).toEqual([['sidebar'], ['v'], ['a', 'b'], ['a']]);
  expect(docs[0]).toEqual({ sidebar: FOLDERS });
  for (const [index, kind] of ARRANGED_KINDS.entries()) {
    const written = kind.write(TEXTS[kind.storageKey] ?? '', docs[index] ?? {});
    expect(kind.read(written)).toEqual(docs[index]);
  }
  expect(ARRANGED_KINDS[0]?.write(TEXTS[FOLDERS_KEY] ?? '', docs[0] ?? {})).toBe(TEXTS[FOLDERS_KEY]);
});

test.each(['', 'x', '[]', '{}', '5', '[1,{"id":2}]', '{"a":7,"__proto__":{"b":1}}'])(
  'a stored %s breaks nothing',
  (text) => {
    const texts = Object.fromEntries(ARRANGED_KINDS.map(({ storageKey }) => [storageKey, text]));
    const sent: SharedDocs = Object.fromEntries(
      unsent(texts, {}).map(({ kind, key, ...doc }) => [`${kind}/${key}`, doc]),
    );
    expect(unsent(pulled({}, {}, sent), sent)).toEqual([]);
    expect(parseSharedState(text)).toMatchObject({ isOff: false, collectionId: '', sent: [] });
  },
);

test('all of two devices is kept', () => {
  const other = {
    [TEMPLATES_KEY]: JSON.stringify([template('4', 'a')]),
    [NOTES_KEY]: JSON.stringify({ a: { f2: 'Two', f1: 'Another' }, b: { '': 'B' } }),
  };
  const all = united(TEXTS, other);
  expect(JSON.parse(all[TEMPLATES_KEY] ?? '')).toHaveLength(4);
  expect(JSON.parse(all[NOTES_KEY] ?? '')).toEqual({
    a: { '': 'All', f1: 'One', f2: 'Two' },
    b: { '': 'B' },
  });
  expect(all[FOLDERS_KEY]).toBe(TEXTS[FOLDERS_KEY]);
  expect(isArranged(all)).toBe(true);
  expect(isArranged({})).toBe(false);
});

/** A backend that, like the real one, refuses a revision that exists. */
function createBackend() {
  let rows: RecordData[] = [];
  let count = 0;
  return {
    list: () => rows,
    create(row: {
      readonly kind: string;
      readonly key: string;
      readonly revision: number;
      readonly value: unknown;
    }) {
      const isSame = (one: RecordData) =>
        one['kind'] === row.kind && one['key'] === row.key && one['revision'] === row.revision;
      if (rows.some(isSame)) return false;
      count += 1;
      rows = [
        ...rows,
        { ...row, value: row.value ?? null, id: `${count}`, collectionId: '', collectionName: '' },
      ];
      return true;
    },
    delete: (ids: readonly string[]) => (rows = rows.filter(({ id }) => !ids.includes(id))),
  };
}

/** One administrator's device; each `yield` is a request, between which others do anything. */
function createDevice(backend: ReturnType<typeof createBackend>) {
  const device = { texts: {} as Texts, base: {} as SharedDocs };
  function* exchange() {
    for (let round = 0; ; round += 1) {
      const rows = backend.list();
      yield;
      const theirs = docsOfRows(rows);
      device.texts = pulled(device.texts, device.base, theirs);
      device.base = theirs;
      const docs = unsent(device.texts, device.base);
      if (!docs.length) {
        yield;
        if (round > 0) backend.delete(replacedRows(rows));
        return;
      }
      for (const doc of docs) {
        yield;
        if (!backend.create(doc)) break;
      }
    }
  }
  return { device, exchange };
}

/** Numbers from 0 to 1 that a seed decides. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test.each(Array.from({ length: 150 }, (_, seed) => seed + 1))(
  'three who arrange at once lose nothing, in any order of their requests (%i)',
  (seed) => {
    const next = random(seed);
    const backend = createBackend();
    const devices = [1, 2, 3].map(() => createDevice(backend));
    const written: [collection: string, field: string, note: string][] = [];
    const runs: (Generator | undefined)[] = [];
    for (let step = 0; step < 120; step += 1) {
      const at = Math.floor(next() * 3);
      const one = devices[at];
      if (!one) continue;
      if (next() < 0.15) {
        const change = ['c', `${at}:${step}`, `note ${step}`] as const;
        written.push([...change]);
        const notes = withNote(parseNotes(one.device.texts[NOTES_KEY] ?? ''), ...change);
        one.device.texts = { ...one.device.texts, [NOTES_KEY]: JSON.stringify(notes) };
      }
      runs[at] ??= one.exchange();
      if (runs[at]?.next().done) runs[at] = undefined;
    }
    // Nobody arranges any more, and each exchange ends.
    for (const run of runs) if (run) Array.from(run);
    for (const { exchange } of [...devices, ...devices]) Array.from(exchange());
    for (const { device } of devices) {
      const notes = parseNotes(device.texts[NOTES_KEY] ?? '');
      for (const [collection, field, note] of written) expect(noteOf(notes, collection, field)).toBe(note);
    }
    expect(docsOfRows(backend.list())).toEqual(devices[0]?.device.base);
  },
);

test('a note is plain text of at most 1,000 characters; an empty one is removed', () => {
  const notes = withNote({}, 'a', '', 'x'.repeat(MAX_NOTE + 5));
  expect(noteOf(notes, 'a')).toHaveLength(MAX_NOTE);
  expect(noteOf(notes, 'b')).toBe('');
  expect(noteOf(notes, 'constructor', 'name')).toBe('');
  expect(withNote(withNote(notes, 'a', 'f', '<b>'), 'a', '', ' ')).toEqual({ a: { f: '<b>' } });
  expect(withNote(notes, 'a', '', '')).toEqual({});
});

// Devices and the backend store arrangements under these names. Renaming one loses them.
test('the names of what is stored are unchanged', () => {
  expect(ARRANGED_KINDS.map(({ kind, storageKey }) => `${kind} ${storageKey}`)).toEqual([
    ...['folders atollFolders', 'views atollViews', 'templates atollTemplates', 'notes atollNotes'],
  ]);
  expect([SHARED_KEY, OWN_ARRANGEMENTS_KEY]).toEqual(['atollShared', 'atollOwnArrangements']);
});

test('nothing is stored as an empty text, and is not sent', () => {
  const empty = Object.fromEntries(ARRANGED_KINDS.map(({ storageKey }) => [storageKey, '']));
  expect(united({}, {})).toEqual(empty);
  expect(pulled({}, {}, {})).toEqual(empty);
  expect(unsent({}, {})).toEqual([]);
});

test('half a character is read as the backend stores it', () => {
  const stored = '{"a":{"":"\\uD83Dx","f":1}}';
  expect(ARRANGED_KINDS.at(-1)?.read(stored)).toEqual({ a: { '': '\ufffdx', f: '' } });
});

test('reads what this device knows of the shared arrangements', () => {
  expect(parseSharedState('')).toEqual(NOT_JOINED);
  expect(NOT_JOINED).toEqual({ isOff: false, collectionId: '', base: {}, sent: [] });
  const base = { 'notes/a': { revision: 2, value: 'x' } };
  const state = { isOff: true, collectionId: 'c', base, sent: ['r'] };
  expect(parseSharedState(JSON.stringify(state))).toEqual(state);
  expect(parseTexts('{"a":"x","b":1}')).toEqual({ a: 'x', b: '' });
});

test('the newest revision of a value counts, and the records of the others are replaced', () => {
  const row = (id: string, key: string, revision: unknown): RecordData => ({
    ...{ id, collectionId: '', collectionName: '', kind: 'notes', key, revision, value: id },
  });
  const rows = [row('1', 'a', 2), row('2', 'a', 1), row('3', 'a', 3), row('4', 'b', 'x')];
  expect(docsOfRows(rows)).toEqual({
    'notes/a': { revision: 3, value: '3' },
    'notes/b': { revision: 0, value: '4' },
  });
  expect(replacedRows(rows)).toEqual(['1', '2']);
});

test('what a device has sent counts, unless a newer revision was made without it', () => {
  const row = (id: string, revision: number, value: string): RecordData => ({
    ...{ id, collectionId: '', collectionName: '', kind: 'notes', key: 'a', revision, value },
  });
  const sent = { 'notes/a': { revision: 2, value: 'mine' } };
  const [mine, newer] = [row('2', 2, 'mine'), row('3', 3, 'theirs')];
  expect(sentDocs([row('1', 1, 'was'), mine], ['2', 'lost'])).toEqual(sent);
  expect(sentDocs([mine, newer], ['2'])).toEqual(sent);
  expect(sentDocs([newer, mine], ['2'])).toEqual({});
  expect(sentDocs([mine], [])).toEqual({});
});

test.each([
  [NOTES_KEY, { c: { f: 'F' } }, { c: { f: 'F', g: 'G' } }, { c: { g: 'G' } }],
  [VIEWS_KEY, [template('1', 'c')], [template('1', 'c'), template('2', 'c')], [template('2', 'c')]],
])(
  'who removes the last of a collection removes it, also when another one is added (%s)',
  (key, ...states) => {
    const [was, more, rest] = states.map((state): Texts => ({ [key]: JSON.stringify(state) }));
    const docsOf = (texts: Texts = {}): SharedDocs =>
      Object.fromEntries(unsent(texts, {}).map(({ kind, key: of, ...doc }) => [`${kind}/${of}`, doc]));
    const none = Object.fromEntries(
      Object.keys(docsOf(was)).map((id) => [id, { revision: 2, value: undefined }]),
    );
    expect(pulled({}, docsOf(was), docsOf(more))).toMatchObject(rest ?? {});
    expect(pulled(more ?? {}, docsOf(was), none)).toMatchObject(rest ?? {});
    for (const theirs of [none, docsOf(was)])
      expect(Object.values(pulled({}, docsOf(was), theirs)).join('')).toBe('');
    expect(pulled(was ?? {}, docsOf(was), none)[key]).toBe('');
  },
);

test('names that every object has are names, and nothing is sent when nothing has changed', () => {
  const ofNames = ['constructor', 'hasOwnProperty', 'toString', '__proto__'].map((name) => `"${name}":["a"]`);
  const stored = `[{"id":"1","collectionId":"constructor","content":{${ofNames}}}]`;
  const texts = { [TEMPLATES_KEY]: stored };
  const base = parseSharedState(`{"base":{"templates/constructor":{"revision":1,"value":${stored}}}}`).base;
  expect(unsent(texts, base)).toEqual([]);
  expect(pulled(texts, base, base)).toEqual({ ...pulled({}, {}, {}), ...texts });
  expect(pulled({}, {}, base)[TEMPLATES_KEY]).toBe(stored);
});

test('a shared value that is deleted in the backend is removed here, too, and is not sent again', () => {
  const texts = pulled({}, {}, { 'folders/sidebar': { revision: 1, value: FOLDERS } });
  const base = { 'folders/sidebar': { revision: 1, value: FOLDERS } };
  const folded = { ...texts, [FOLDERS_KEY]: JSON.stringify({ ...FOLDERS, folded: ['x'] }) };
  for (const device of [texts, folded]) {
    const after = pulled(device, base, {});
    expect(unsent(after, {})).toEqual([]);
    expect(isArranged(after)).toBe(false);
  }
});

test('a note that is too long is not cut inside a character', () => {
  const note = `${'x'.repeat(MAX_NOTE - 1)}😀`;
  const cut = 'x'.repeat(MAX_NOTE - 1);
  expect(noteOf(withNote({}, 'a', '', note), 'a')).toBe(cut);
  expect(noteOf(parseNotes(JSON.stringify({ a: { '': note } })), 'a')).toBe(cut);
});

test('what another version has stored is not cut by a device that changes nothing, and its changes arrive', () => {
  const sidebar = { mode: 'rules', folders: [{ ...FOLDERS.folders[0], color: 'red' }], width: 3 };
  const stored = (note: string): SharedDocs => ({
    'folders/sidebar': { revision: 1, value: sidebar },
    'notes/a': { revision: 1, value: { '': note, f: 'short' } },
  });
  const long = stored('x'.repeat(MAX_NOTE + 5));
  const texts = pulled({}, {}, long);
  expect(unsent(texts, long)).toEqual([]);
  const longer = stored('y'.repeat(MAX_NOTE + 9));
  const conflicts: unknown[] = [];
  const next = pulled(texts, long, longer, (theirs) => conflicts.push(theirs));
  expect(noteOf(parseNotes(next[NOTES_KEY] ?? ''), 'a')).toBe('y'.repeat(MAX_NOTE));
  expect([conflicts, unsent(next, longer)]).toEqual([[], []]);
  const changed = { ...next, [NOTES_KEY]: JSON.stringify({ a: { '': 'short', f: 'short' } }) };
  expect(unsent(changed, longer)).toMatchObject([{ kind: 'notes', key: 'a', revision: 2 }]);
  expect(pulled(changed, longer, longer, (theirs) => conflicts.push(theirs))).toEqual(changed);
  expect(conflicts).toEqual([]);
});
