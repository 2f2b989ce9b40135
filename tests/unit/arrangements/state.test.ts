import { expect, test } from 'vitest';
import { QUERIES_KEY } from '#domain/app/later-keys.ts';
import { FOLDERS_KEY, TEMPLATES_KEY, VIEWS_KEY } from '#domain/app/storage-keys.ts';
import { ARRANGED_KEYS, readTexts, type Texts, type Things, writeTexts } from '#domain/arrangements/kinds.ts';
import {
  MARKDOWN_KEY,
  MAX_NOTE,
  NOTES_KEY,
  noteOf,
  parseNotes,
  withNote,
} from '#domain/arrangements/notes.ts';
import {
  type Conflict,
  isArranged,
  NOT_JOINED,
  OWN_ARRANGEMENTS_KEY,
  parseSharedState,
  parseTexts,
  pulled,
  readRecords,
  SHARED_KEY,
  storedState,
  thingText,
  united,
  unsent,
} from '#domain/arrangements/state.ts';
import type { RecordData } from '#domain/records/record.ts';

const item = (id: string, collectionId: string) => ({ id, name: id, collectionId, isDefault: false });
const FOLDERS = { mode: 'manual', folders: [{ id: 'x', name: 'Shop', collections: ['a'] }] };
const TEXTS: Texts = {
  [FOLDERS_KEY]: JSON.stringify({ ...FOLDERS, folded: ['x'] }),
  [VIEWS_KEY]: JSON.stringify([item('v', 'v')]),
  [TEMPLATES_KEY]: JSON.stringify([item('1', 'a'), item('2', 'b'), item('3', 'a')]),
  [QUERIES_KEY]: JSON.stringify([item('q', 'sql')]),
  [NOTES_KEY]: JSON.stringify({ a: { '': 'All', f1: 'One' } }),
  [MARKDOWN_KEY]: JSON.stringify({ a: { f1: 'yes' } }),
};
const EMPTY = Object.fromEntries(ARRANGED_KEYS.map((key) => [key, '']));
const notes = (value: object): Texts => ({ ...EMPTY, [NOTES_KEY]: JSON.stringify(value) });

test('stored texts are divided into things, and are whole again', () => {
  const things = readTexts(TEXTS);
  expect(things).toEqual({
    'folders/sidebar': FOLDERS,
    'views/v/v': item('v', 'v'),
    'templates/a/1': item('1', 'a'),
    'templates/b/2': item('2', 'b'),
    'templates/a/3': item('3', 'a'),
    'queries/sql/q': item('q', 'sql'),
    'notes/a/': { text: 'All' },
    'markdown/a/f1': { text: 'yes' },
    'notes/a/f1': { text: 'One' },
  });
  expect(readTexts(writeTexts({}, things))).toEqual(things);
  expect(writeTexts(TEXTS, things)).toEqual(TEXTS);
  // What is folded stays, and so does what can't be shared.
  const own = JSON.stringify([item('3', 'a'), { later: 1 }]);
  const folded = JSON.stringify({ mode: 'none', folders: [], folded: ['y'] });
  const texts = writeTexts({ [TEMPLATES_KEY]: own, [FOLDERS_KEY]: folded }, things);
  expect(JSON.parse(texts[TEMPLATES_KEY] ?? '')).toEqual([
    ...[item('1', 'a'), item('2', 'b'), item('3', 'a'), { later: 1 }],
  ]);
  expect(JSON.parse(texts[FOLDERS_KEY] ?? '')).toEqual({ ...FOLDERS, folded: ['y'] });
});

test.each(['', 'x', '[]', '{}', '5', '[1,{"id":2}]', '{"a":7,"__proto__":{"b":1}}'])(
  'a stored %s breaks nothing',
  (text) => {
    const texts = Object.fromEntries(ARRANGED_KEYS.map((key) => [key, text]));
    const sent = Object.fromEntries(unsent(texts, {}));
    expect(unsent(pulled({}, {}, sent), sent)).toEqual([]);
    expect(parseSharedState(text)).toEqual(NOT_JOINED);
  },
);

test('all of two devices is kept', () => {
  const other = {
    [FOLDERS_KEY]: JSON.stringify({
      mode: 'prefix',
      folders: [
        { id: 'y', name: 'Blog', collections: ['a', 'b'] },
        { id: 'x', name: 'Store', collections: ['c'] },
      ],
    }),
    [TEMPLATES_KEY]: JSON.stringify([item('4', 'a')]),
    [NOTES_KEY]: JSON.stringify({ a: { f2: 'Two', f1: 'Another' }, b: { '': 'B' } }),
  };
  const conflicts: Conflict[] = [];
  const all = united(TEXTS, other, (conflict) => conflicts.push(conflict));
  expect(conflicts).toEqual([{ id: 'notes/a/f1', mine: { text: 'One' }, theirs: { text: 'Another' } }]);
  expect(JSON.parse(all[TEMPLATES_KEY] ?? '')).toHaveLength(4);
  expect(JSON.parse(all[NOTES_KEY] ?? '')).toEqual({
    a: { '': 'All', f1: 'One', f2: 'Two' },
    b: { '': 'B' },
  });
  expect(JSON.parse(all[FOLDERS_KEY] ?? '')).toEqual({
    mode: 'manual',
    folders: [
      { id: 'x', name: 'Shop', collections: ['a', 'c'] },
      { id: 'y', name: 'Blog', collections: ['b'] },
    ],
    folded: ['x'],
  });
  expect(united(TEXTS, {})).toEqual(TEXTS);
  expect(united({}, TEXTS)).toEqual(TEXTS);
  expect([isArranged(all), isArranged({})]).toEqual([true, false]);
});

test.each<[string, string, string, string, string]>([
  ['nothing changed', 'a', 'a', 'a', 'a'],
  ['mine', 'a', 'b', 'a', 'b'],
  ['theirs', 'a', 'a', 'b', 'b'],
  ['both the same', 'a', 'b', 'b', 'b'],
  ['mine removed', 'a', '', 'a', ''],
  ['theirs removed', 'a', 'a', '', ''],
  ['mine removed, theirs changed', 'a', '', 'b', 'b'],
  ['mine changed, theirs removed', 'a', 'b', '', 'b'],
  ['mine is new', '', 'b', '', 'b'],
  ['theirs is new', '', '', 'b', 'b'],
  ['both changed', 'a', 'b', 'c', 'b'],
  ['both are new', '', 'b', 'c', 'b'],
])('of a note, %s: %s, %s, %s become %s', (name, ...versions) => {
  const [base = {}, mine = {}, theirs = {}, merged = {}] = versions.map((note) =>
    notes(withNote({}, 'c', 'f', note)),
  );
  const conflicts: Conflict[] = [];
  const result = pulled(mine, readTexts(base), readTexts(theirs), (conflict) => conflicts.push(conflict));
  expect(readTexts(result)).toEqual(readTexts(merged));
  const isAsked = name === 'both changed' || name === 'both are new';
  expect(conflicts).toEqual(isAsked ? [{ id: 'notes/c/f', mine: { text: 'b' }, theirs: { text: 'c' } }] : []);
});

test('things of one collection are in no conflict with each other', () => {
  const [was, mine, theirs] = [
    { [VIEWS_KEY]: JSON.stringify([item('1', 'c'), item('2', 'c')]) },
    { [VIEWS_KEY]: JSON.stringify([item('3', 'c'), item('1', 'c')]) },
    { [VIEWS_KEY]: JSON.stringify([{ ...item('1', 'c'), name: 'One' }, item('2', 'c'), item('4', 'c')]) },
  ];
  const conflicts: Conflict[] = [];
  const merged = pulled(mine, readTexts(was), readTexts(theirs), (conflict) => conflicts.push(conflict));
  expect(JSON.parse(merged[VIEWS_KEY] ?? '')).toEqual([
    item('3', 'c'),
    { ...item('1', 'c'), name: 'One' },
    item('4', 'c'),
  ]);
  expect(conflicts).toEqual([]);
  expect(unsent(merged, readTexts(theirs))).toEqual([
    ['views/c/2', undefined],
    ['views/c/3', item('3', 'c')],
  ]);
});

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
  expect(ARRANGED_KEYS).toEqual([
    'atollFolders',
    'atollViews',
    'atollTemplates',
    'atollQueries',
    'atollNotes',
    'atollMarkdown',
  ]);
  expect([SHARED_KEY, OWN_ARRANGEMENTS_KEY]).toEqual(['atollShared', 'atollOwnArrangements']);
});

test('nothing is stored as an empty text, and is not sent', () => {
  expect(united({}, {})).toEqual(EMPTY);
  expect(pulled({}, {}, {})).toEqual(EMPTY);
  expect(unsent({}, {})).toEqual([]);
});

test('half a character is read as the backend stores it', () => {
  expect(readTexts({ [NOTES_KEY]: '{"a":{"":"\\uD83Dx"}}' })).toEqual({ 'notes/a/': { text: '\ufffdx' } });
});

test('reads what this device knows of the shared arrangements', () => {
  expect(parseSharedState('')).toEqual(NOT_JOINED);
  const base = { 'notes/a/f': { text: 'x' } };
  for (const isOff of [true, false]) {
    const state = { isOff, collectionId: 'c', base, sent: { 'notes/a/g': null } };
    const stored = storedState(state)[SHARED_KEY] ?? '';
    expect(parseSharedState(stored)).toEqual(state);
    // An earlier version, in another tab, must not share.
    expect(JSON.parse(stored).isOff).toBe(true);
  }
  expect(parseTexts('{"a":"x","b":1}')).toEqual({ a: 'x', b: '' });
});

test('reads what an earlier version knew: not what it could not read in this one’s records', () => {
  const base = {
    'notes/a': { revision: 2, value: { f: 'x', '': 'y' } },
    'templates/a': { revision: 1, value: [item('1', 'a')] },
    'views/a': { revision: 3, value: null },
    'views/a/1': { revision: 0, value: item('1', 'a') },
    'folders/sidebar': { revision: 4, value: FOLDERS },
  };
  const state = { isOff: true, collectionId: 'c', base, sent: ['r'] };
  expect(parseSharedState(JSON.stringify(state))).toEqual({
    isOff: true,
    collectionId: 'c',
    base: {
      'notes/a/f': { text: 'x' },
      'notes/a/': { text: 'y' },
      'templates/a/1': item('1', 'a'),
      'folders/sidebar': FOLDERS,
    },
    sent: {},
  });
});

const row = (id: string, kind: string, key: string, revision: unknown, value: unknown): RecordData => ({
  ...{ id, collectionId: '', collectionName: '', updated: `2026-01-01 00:00:0${id}` },
  ...{ kind, key, revision, value },
});

test('the newest revision of each value counts, unless a thing was saved since', () => {
  const rows = [
    row('1', 'notes', 'a', 3, { f: 'third', g: 'third' }),
    row('2', 'notes', 'a/f', 0, { text: 'since' }),
    row('3', 'notes', 'a', 2, { f: 'second', h: 'second' }),
    row('4', 'notes', 'b', 1, null),
    row('5', 'notes', 'c/f', 0, { text: 'before' }),
    row('6', 'notes', 'c', 1, { f: 'later' }),
    row('7', 'future', 'a', 1, 'x'),
  ];
  const { things, saved, ids, odd, earlier } = readRecords(rows);
  const stored = { 'notes/a/f': { text: 'since' }, 'notes/c/f': { text: 'before' } };
  expect(saved).toEqual(stored);
  expect(things).toEqual({ ...stored, 'notes/a/g': { text: 'third' }, 'notes/c/f': { text: 'later' } });
  expect([...ids]).toEqual([
    ['notes/a/f', '2'],
    ['notes/c/f', '5'],
  ]);
  expect([earlier.toSorted(), odd]).toEqual([['1', '3', '4', '6'], []]);
});

test('where records have no date, what is saved by itself counts', () => {
  const rows = [
    row('1', 'notes', 'a', 3, { f: 'third', g: 'third' }),
    row('2', 'notes', 'a/f', 0, { text: 'own' }),
  ];
  const { things } = readRecords(rows.map(({ updated: _, ...rest }) => rest as RecordData));
  expect(things).toEqual({ 'notes/a/f': { text: 'own' }, 'notes/a/g': { text: 'third' } });
});

test('what an earlier version takes for notes of a collection is none', () => {
  const stored = JSON.stringify({ a: { f: 'x' }, 'a/f': { text: 'x' } });
  expect(readTexts({ [NOTES_KEY]: stored })).toEqual({ 'notes/a/f': { text: 'x' } });
  const { things, earlier } = readRecords([row('1', 'notes', 'a/f', 1, { text: 'x' })]);
  expect([things, earlier]).toEqual([{}, ['1']]);
});

test('a record that can’t be read leaves what is known as it is', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`);
  const rows = [
    row('1', 'notes', 'a/f', 0, { text: deep }),
    row('2', 'notes', 'b', 2, { f: deep }),
    row('3', 'notes', 'b', 1, { f: 'first' }),
    row('4', 'views', 'c', 'x', []),
  ];
  const known: Things = {
    'notes/a/f': { text: 'a' },
    'notes/b/g': { text: 'b' },
    'views/c/1': item('1', 'c'),
  };
  const { things, saved, odd, earlier } = readRecords(rows, known);
  expect(things).toEqual({ ...known, 'notes/b/f': { text: 'first' } });
  expect(saved).toEqual({ 'notes/a/f': { text: 'a' } });
  expect([odd.map(({ id }) => id), earlier]).toEqual([['1', '2', '4'], ['3']]);
});

test('names that every object has are names, and nothing is sent when nothing has changed', () => {
  const ofNames = ['constructor', 'hasOwnProperty', 'toString', '__proto__'].map((name) => `"${name}":["a"]`);
  const stored = `[{"id":"1","collectionId":"constructor","content":{${ofNames}}}]`;
  const texts = { ...EMPTY, [TEMPLATES_KEY]: stored };
  const { base } = parseSharedState(`{"base":{"templates/constructor":{"revision":1,"value":${stored}}}}`);
  expect(unsent(texts, base)).toEqual([]);
  expect(pulled(texts, base, base)).toEqual(texts);
  expect(pulled({}, {}, base)[TEMPLATES_KEY]).toBe(stored);
  const named = `{"__proto__":{"constructor":"a"},"constructor":{"__proto__":"b"}}`;
  expect(pulled({}, {}, readTexts({ [NOTES_KEY]: named }))[NOTES_KEY]).toBe(named);
});

test('a shared thing that is deleted in the backend is removed here, too, and is not sent again', () => {
  const base = { 'folders/sidebar': FOLDERS };
  const texts = pulled({}, {}, base);
  const folded = { ...texts, [FOLDERS_KEY]: JSON.stringify({ ...FOLDERS, folded: ['x'] }) };
  const colored = { 'folders/sidebar': { ...FOLDERS, color: 'red' } };
  expect(unsent(pulled(pulled(folded, base, colored), colored, base), base)).toEqual([]);
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
  const stored = (note: string): Things => ({
    'folders/sidebar': { mode: 'rules', folders: [{ ...FOLDERS.folders[0], color: 'red' }], width: 3 },
    'notes/a/': { text: note },
    'notes/a/f': { text: 'short' },
  });
  const long = stored('x'.repeat(MAX_NOTE + 5));
  const texts = pulled({}, {}, long);
  expect(unsent(texts, long)).toEqual([]);
  const longer = stored('y'.repeat(MAX_NOTE + 9));
  const conflicts: unknown[] = [];
  const next = pulled(texts, long, longer, (theirs) => conflicts.push(theirs));
  expect(noteOf(parseNotes(next[NOTES_KEY] ?? ''), 'a')).toBe('y'.repeat(MAX_NOTE));
  expect([conflicts, unsent(next, longer)]).toEqual([[], []]);
  const changed = {
    ...next,
    ...notes({ a: { '': 'short', f: 'short' } }),
    [FOLDERS_KEY]: next[FOLDERS_KEY] ?? '',
  };
  expect(unsent(changed, longer)).toEqual([['notes/a/', { text: 'short' }]]);
  expect(pulled(changed, longer, longer, (theirs) => conflicts.push(theirs))).toEqual(changed);
  expect(conflicts).toEqual([]);
});

test('a thing is shown as its text, or by its name and what differs', () => {
  expect(thingText({ text: '<b>' }, { text: 'x' })).toBe('<b>');
  const view = { id: '1', name: 'Open', filter: 'a=1', sort: '', columns: [{ id: 'x', name: 'title' }] };
  expect(thingText(view, { ...view, name: 'Open', filter: 'a=2' })).toBe('name: Open\nfilter: a=1');
  expect(thingText(view, { ...view, columns: [] })).toBe('name: Open\ncolumns: title');
  expect(thingText(FOLDERS, { mode: 'none' })).toBe('mode: manual\nShop: a');
  const folders = [...FOLDERS.folders, { id: 'y', name: 'Blog', collections: ['b', 'c'] }];
  const nameOf = (id: string) => ({ a: 'orders', b: 'posts' })[id] ?? id;
  expect(thingText({ ...FOLDERS, folders }, FOLDERS, nameOf)).toBe('Shop: orders\nBlog: posts, c');
  expect(thingText({ ...FOLDERS, folders: [] }, FOLDERS)).toBe('folders: []');
});
