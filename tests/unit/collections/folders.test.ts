import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { sortCollections } from '#domain/collections/collection.ts';
import {
  addFolder,
  type Drop,
  dropAt,
  type Folders,
  foldersOf,
  parseFolders,
  placeCollection,
  placeFolder,
  removeFolder,
  renameFolder,
  type SidebarInput,
  type SidebarRow,
  SYSTEM_FOLDER,
  sidebarRows,
  toggleFolded,
} from '#domain/collections/folders.ts';
import type { View } from '#domain/records/views/view.ts';
import { collection } from './collection-fixture.ts';

const manual = (folders: Record<string, readonly string[]>, folded: readonly string[] = []): Folders => ({
  mode: 'manual',
  folders: Object.entries(folders).map(([id, collections]) => ({ id, name: id.toUpperCase(), collections })),
  folded,
});
const NONE = parseFolders('');
const all = (...names: string[]) => names.map((name) => collection(name));
const idsOf = (...names: string[]) => names.map((name) => `c_${name}`);

/** A line for each row: `# heading`, `+ folder (size)` if folded, `- folder (size)` if not, `  - name` inside of it. */
const lineOf = (row: SidebarRow) =>
  row.kind === 'heading'
    ? `# ${row.name}`
    : row.kind === 'folder'
      ? `${row.isFolded ? '+' : '-'} ${row.name} (${row.size})`
      : `${row.folderId === undefined ? '' : '  '}${row.collection.name}`;

function rowsOf(
  names: readonly string[],
  folders: Folders,
  rest: Partial<SidebarInput> & { all?: string[] } = {},
) {
  const collections = all(...names);
  const shown = foldersOf(folders, rest.all ? all(...rest.all) : collections);
  return sidebarRows(
    { collections, isSearch: false, pins: [], folders, activeId: undefined, ...rest },
    shown,
  );
}
const linesOf = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(lineOf);

describe('rows', () => {
  test('[CS-02] [CS-06] without folders the list is flat, pinned collections first', () => {
    expect(linesOf(['b', 'a'], NONE)).toEqual(['b', 'a']);
    expect(linesOf(['b', 'a'], NONE, { pins: idsOf('a') })).toEqual(['# Pinned', 'a', '# Others', 'b']);
    expect(linesOf(['a'], NONE, { pins: idsOf('a', 'gone') })).toEqual(['# Pinned', 'a']);
    expect(linesOf([], NONE)).toEqual([]);
  });

  test('own folders come before the others, in their order, also empty ones; new collections stand outside', () => {
    const folders = manual({ shop: idsOf('b', 'gone', 'a'), empty: [], blog: idsOf('c') });
    expect(linesOf(['a', 'b', 'c', 'd'], folders)).toEqual([
      '- SHOP (2)',
      '  b',
      '  a',
      '- EMPTY (0)',
      '- BLOG (1)',
      '  c',
      'd',
    ]);
  });

  test('a folded folder shows only the active collection; pinned ones are listed above and not in it', () => {
    const folders = manual({ shop: idsOf('a', 'b', 'c') }, ['shop']);
    expect(linesOf(['a', 'b', 'c'], folders)).toEqual(['+ SHOP (3)']);
    expect(linesOf(['a', 'b', 'c'], folders, { activeId: 'c_b' })).toEqual(['+ SHOP (3)', '  b']);
    expect(linesOf(['a', 'b', 'c'], folders, { activeId: 'c_b', pins: idsOf('b') })).toEqual([
      '# Pinned',
      'b',
      '# Others',
      '+ SHOP (2)',
    ]);
  });

  test('[CS-04] a search unfolds folders with matches and leaves out the others', () => {
    const folders = manual({ shop: idsOf('a', 'b'), blog: idsOf('c'), empty: [] }, ['shop', 'blog']);
    expect(linesOf(['a', 'd'], folders, { isSearch: true, all: ['a', 'b', 'c', 'd'] })).toEqual([
      '- SHOP (1)',
      '  a',
      'd',
    ]);
  });

  test.each([
    [
      ['order_items', 'order_notes', 'users'],
      ['- order (2)', '  order_items', '  order_notes', 'users'],
    ],
    [
      ['orderItems', 'orderNotes', 'other'],
      ['- order (2)', '  orderItems', '  orderNotes', 'other'],
    ],
    [
      ['order', 'order_items'],
      ['- order (2)', '  order', '  order_items'],
    ],
    [
      ['Order_a', 'order_b'],
      ['- Order (2)', '  Order_a', '  order_b'],
    ],
    [
      ['_log_a', '_log_b', 'log_c'],
      ['- _log (2)', '  _log_a', '  _log_b', 'log_c'],
    ],
    [
      ['order_items', 'orders'],
      ['order_items', 'orders'],
    ],
    [
      ['URLs', 'URLmap'],
      ['URLs', 'URLmap'],
    ],
    [
      ['z_1', 'a_1', 'z_2', 'a_2'],
      ['- a (2)', '  a_1', '  a_2', '- z (2)', '  z_1', '  z_2'],
    ],
    [
      ['__', '_', '__proto__'],
      ['__', '_', '__proto__'],
    ],
  ])('by prefix: %s', (names, lines) => {
    expect(linesOf(names, { ...NONE, mode: 'prefix' })).toEqual(lines);
  });

  test('by prefix: a search keeps a folder of which it finds one; a folded one stays folded without it', () => {
    const names = ['order_items', 'order_notes'];
    const folders: Folders = { ...NONE, mode: 'prefix', folded: ['prefix:order'] };
    expect(linesOf(['order_notes'], folders, { isSearch: true, all: names })).toEqual([
      '- order (1)',
      '  order_notes',
    ]);
    expect(linesOf(names, folders)).toEqual(['+ order (2)']);
  });

  test('places count folders and loose collections together, and the collections of each folder', () => {
    const rows = rowsOf(['a', 'b', 'c'], manual({ shop: idsOf('a', 'b') }), { pins: idsOf('z') });
    expect(rows.map((row) => row.kind !== 'heading' && row.place)).toEqual([
      { position: 1, count: 2 },
      { position: 1, count: 2 },
      { position: 2, count: 2 },
      { position: 2, count: 2 },
    ]);
  });

  test('every collection has exactly one row, unless its folder is folded', () => {
    const names = fc.uniqueArray(
      fc.constantFrom('a', 'a_b', 'a_c', 'bB', 'bC', 'c', '__proto__', 'constructor'),
    );
    const ids = fc.array(fc.constantFrom(...idsOf('a', 'a_b', 'bB', 'c', 'gone')));
    const folder = fc.record({
      id: fc.constantFrom('x', 'y', '__proto__'),
      name: fc.string(),
      collections: ids,
    });
    const stored = fc.record({
      mode: fc.constantFrom('none', 'prefix', 'manual'),
      folders: fc.array(folder),
    });
    fc.assert(
      fc.property(names, ids, stored, (names, pins, value) => {
        const rows = rowsOf(names, parseFolders(JSON.stringify(value)), { pins });
        const listed = rows.flatMap((row) => (row.kind === 'collection' ? [row.collection.name] : []));
        expect(listed.sort()).toEqual([...names].sort());
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });

  test('the rows of 500 collections in 100 folders read each collection a few times', () => {
    const names = Array.from({ length: 500 }, (_, index) => `p${index % 100}_${index}`);
    let reads = 0;
    const count: ProxyHandler<Collection> = {
      get(target, key) {
        reads += 1;
        return Reflect.get(target, key);
      },
    };
    const collections = sortCollections(all(...names)).map((each) => new Proxy(each, count));
    const folders: Folders = { ...NONE, mode: 'prefix' };
    const rows = sidebarRows(
      { collections, isSearch: false, pins: [], folders, activeId: undefined },
      foldersOf(folders, collections),
    );
    expect(rows).toHaveLength(600);
    expect(reads).toBeLessThan(10 * names.length);
  });
});

describe('stored text', () => {
  test.each([
    ...['', 'nonsense', '{', '[]', '5', 'null', '"text"', '{"mode":"other"}', '{"folders":{"0":1}}'],
    '{"folders":[null,5,"x",[],{},{"id":""},{"id":5}],"folded":[1,null,""]}',
  ])('%s has no folders', (text) => {
    expect(parseFolders(text)).toEqual({ mode: 'none', folders: [], folded: [] });
  });

  test.each(['none', 'prefix', 'manual'])('the mode %s is kept', (mode) => {
    expect(parseFolders(JSON.stringify({ mode })).mode).toBe(mode);
  });

  test('valid parts of a damaged text are kept; ids are unique, a collection is in its first folder', () => {
    const text = JSON.stringify({
      mode: 'manual',
      folders: [
        { id: 'x', name: ' Shop ', collections: ['a', 'a', 5, null, 'b'] },
        { id: 'x', name: 'Twice', collections: ['c'] },
        { id: 'y', name: '', collections: ['b', 'c'] },
        { id: '__proto__', name: '<b>', collections: 'no' },
      ],
      folded: ['x', 'x', 5],
      later: true,
    });
    expect(parseFolders(text)).toEqual({
      mode: 'manual',
      folders: [
        { id: 'x', name: 'Shop', collections: ['a', 'b'] },
        { id: 'y', name: 'Folder', collections: ['c'] },
        { id: '__proto__', name: '<b>', collections: [] },
      ],
      folded: ['x'],
    });
  });

  test('any text is read without an error, and what was read is read the same again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const folders = parseFolders(text);
        expect(parseFolders(JSON.stringify(folders))).toEqual(folders);
      }),
    );
  });
});

describe('changes', () => {
  const shape = ({ folders }: Folders) =>
    folders.map(({ id, collections }) => `${id}: ${collections.join(' ')}`);
  const start = manual({ x: ['a', 'gone', 'b'], y: ['c'], z: [] });

  test('a new folder is the last one, with a free name, and turns own folders on', () => {
    const one = addFolder(NONE, 'one');
    expect(one).toMatchObject({
      mode: 'manual',
      folders: [{ id: 'one', name: 'New folder', collections: [] }],
    });
    expect(addFolder(addFolder(one, 'two'), 'three').folders.map(({ name }) => name)).toEqual([
      'New folder',
      'New folder 2',
      'New folder 3',
    ]);
  });

  test('renaming trims; an empty name keeps the old one', () => {
    expect(renameFolder(start, 'y', ' Blog ').folders.map(({ name }) => name)).toEqual(['X', 'Blog', 'Z']);
    expect(renameFolder(start, 'y', '  ')).toBe(start);
  });

  test.each([
    ['into a folder', ['a', 'y'], ['x: gone b', 'y: c a', 'z: ']],
    ['before another one', ['a', 'y', 'c'], ['x: gone b', 'y: a c', 'z: ']],
    ['within its folder', ['b', 'x', 'a'], ['x: b a gone', 'y: c', 'z: ']],
    ['to the end of its folder', ['a', 'x'], ['x: gone b a', 'y: c', 'z: ']],
    ['before one that is not there', ['a', 'y', 'other'], ['x: gone b', 'y: c a', 'z: ']],
    ['before itself', ['a', 'x', 'a'], ['x: a gone b', 'y: c', 'z: ']],
    ['out of all folders', ['a', undefined], ['x: gone b', 'y: c', 'z: ']],
    ['from outside', ['new', 'z'], ['x: a gone b', 'y: c', 'z: new']],
    ['into a folder that another tab removed', ['a', 'other'], ['x: a gone b', 'y: c', 'z: ']],
  ] as const)('a collection moves %s; unknown collections keep their places', (_where, args, after) => {
    const [id, folderId, beforeId] = args;
    expect(shape(placeCollection(start, id, folderId, { beforeId }))).toEqual(after);
  });

  test.each([
    ['z', 'x', ['z', 'x', 'y']],
    ['x', 'z', ['y', 'x', 'z']],
    ['x', undefined, ['y', 'z', 'x']],
    ['x', 'x', ['x', 'y', 'z']],
    ['x', 'gone', ['y', 'z', 'x']],
    ['gone', 'x', ['x', 'y', 'z']],
  ])('folder %s moves before %s', (id, beforeId, after) => {
    expect(placeFolder(start, id, { beforeId }).folders.map((folder) => folder.id)).toEqual(after);
  });

  test.each([
    ['x', 'y', ['y', 'x', 'z']],
    ['z', 'x', ['x', 'z', 'y']],
    ['x', 'gone', ['y', 'z', 'x']],
  ])('folder %s moves behind %s', (id, afterId, after) => {
    expect(placeFolder(start, id, { afterId }).folders.map((folder) => folder.id)).toEqual(after);
  });

  test('what is dropped behind the last row that a search shows stays before the rows that it hides', () => {
    const own = manual({ x: idsOf('a', 'b'), y: idsOf('c'), z: idsOf('d') });
    const rows = rowsOf(['a', 'c'], own, { isSearch: true });
    const drop = (key: string, over: string): Partial<Drop> => {
      const dragged = rows.find((row) => row.key === key);
      return (dragged && dropAt(rows, dragged, over, true)) ?? {};
    };
    const { folderId, ...place } = drop('c_c', 'c_a');
    const placed = placeCollection(own, 'c_c', folderId, place);
    expect(shape(placed)).toEqual(['x: c_a c_c c_b', 'y: ', 'z: c_d']);
    const moved = placeFolder(own, 'x', drop('folder:x', 'folder:y'));
    expect(shape(moved)).toEqual(['y: c_c', 'x: c_a c_b', 'z: c_d']);
  });

  test('folding toggles; a removed folder leaves nothing but its collections, outside', () => {
    const folded = toggleFolded(toggleFolded(start, 'x'), 'y');
    expect(folded.folded).toEqual(['x', 'y']);
    expect(toggleFolded(folded, 'x').folded).toEqual(['y']);
    const removed = removeFolder(folded, 'y');
    expect(shape(removed)).toEqual(['x: a gone b', 'z: ']);
    expect(removed.folded).toEqual(['x']);
    const left = removeFolder(manual({ x: idsOf('b'), y: idsOf('c') }), 'y');
    expect(linesOf(['b', 'c'], left)).toEqual(['- X (1)', '  b', 'c']);
  });
});

describe('drops', () => {
  // # Pinned, p, # Others, x: a b, y: c, loose: d e
  const rows = rowsOf(['p', 'a', 'b', 'c', 'd', 'e'], manual({ x: idsOf('a', 'b'), y: idsOf('c') }), {
    pins: idsOf('p'),
  });
  const at = (key: string) => rows.find((row) => row.key === key) as SidebarRow;

  test.each([
    ['c_d', 'folder:x', false, { folderId: 'x', mark: 'into' }],
    ['c_d', 'c_a', false, { folderId: 'x', beforeId: 'c_a', mark: 'before' }],
    ['c_d', 'c_a', true, { folderId: 'x', afterId: 'c_a', mark: 'after' }],
    ['c_d', 'c_b', true, { folderId: 'x', afterId: 'c_b', mark: 'after' }],
    ['c_b', 'c_a', true, { folderId: 'x', afterId: 'c_a', mark: 'after' }],
    ['c_a', 'c_a', true, undefined],
    ['c_a', 'c_d', true, { mark: 'out' }],
    ['c_a', undefined, false, { mark: 'out' }],
    ['c_d', 'c_e', false, undefined],
    ['c_d', undefined, false, undefined],
    ['c_a', 'c_p', false, undefined],
    ['c_a', 'heading:Others', false, undefined],
    ['heading:Others', 'folder:x', false, undefined],
    ['folder:y', 'folder:x', false, { beforeId: 'x', mark: 'before' }],
    ['folder:x', 'folder:y', true, { afterId: 'y', mark: 'after' }],
    ['folder:y', 'c_a', false, { afterId: 'x', mark: 'after' }],
    ['folder:x', 'c_a', false, undefined],
    ['folder:x', 'folder:x', true, undefined],
    ['folder:x', 'c_d', true, { mark: 'out' }],
    ['folder:x', 'heading:Pinned', true, undefined],
    ['c_a', 'c_c', true, { folderId: 'y', afterId: 'c_c', mark: 'after' }],
  ])('%s on %s, lower half %s', (dragged, over, isLower, drop) => {
    expect(dropAt(rows, at(dragged), over, isLower)).toEqual(drop);
  });

  test('a collection on itself stays, also when the rows were made anew during the drag', () => {
    const renewed = rows.map((row) => ({ ...row }));
    expect(dropAt(renewed, at('c_a'), 'c_a', true)).toBeUndefined();
  });

  test.each([
    ['y', 'x'],
    ['x', 'y'],
  ])('folder %s behind %s stands right behind it', (dragged, over) => {
    const three = rowsOf(['a', 'b'], manual({ x: idsOf('a'), y: idsOf('b'), z: [] }));
    const folder = three.find(({ key }) => key === `folder:${dragged}`) as SidebarRow;
    expect(dropAt(three, folder, `folder:${over}`, true)).toEqual({ afterId: over, mark: 'after' });
  });
});

describe('views', () => {
  const viewsOf = (owner: Collection) => (owner.name === 'b' ? [viewNamed('x'), viewNamed('y')] : []);
  const viewNamed = (id: string): View => ({
    ...{ id, name: id, collectionId: 'c_b', collectionName: 'b', isDefault: false },
    ...{ filter: '', sort: '', columns: [] },
  });
  const own = parseFolders(
    JSON.stringify({ mode: 'manual', folders: [{ id: 'f', name: 'F', collections: idsOf('b', 'c') }] }),
  );

  test('stand below their collection, as many as it has', () => {
    const rows = rowsOf(['a', 'b', 'c'], own, { viewsOf });
    expect(rows.map(({ key }) => key)).toEqual(['folder:f', 'c_b', 'view:x', 'view:y', 'c_c', 'c_a']);
    expect(rows[3]).toMatchObject({ folderId: 'f', place: { position: 2, count: 2 } });
    expect(rows[4]).toMatchObject({ place: { position: 2, count: 2 } });
  });

  test('are in the way of no drop, and are not dragged', () => {
    const rows = rowsOf(['a', 'b', 'c'], own, { viewsOf });
    const dragged = rows.find(({ key }) => key === 'c_a');
    const view = rows.find(({ kind }) => kind === 'view');
    if (!dragged || !view) throw new Error('Not listed.');
    const behindB = { folderId: 'f', afterId: 'c_b', mark: 'after' };
    expect(dropAt(rows, dragged, 'c_b', true)).toEqual(behindB);
    expect(dropAt(rows, dragged, 'view:y', false)).toEqual(behindB);
    expect(dropAt(rows, view, 'c_c', true)).toBeUndefined();
  });
});

describe('[NR-09] collections that the backend has made for itself', () => {
  const internal = (name: string): Collection => ({ ...collection(name), isSystem: true });
  const listed = [collection('posts'), internal('_mfas'), internal('_superusers'), collection('_mine')];
  const lines = (folders: Folders, rest: Partial<SidebarInput> = {}) =>
    sidebarRows(
      {
        collections: sortCollections(listed),
        isSearch: false,
        pins: [],
        folders,
        activeId: undefined,
        ...rest,
      },
      foldersOf(folders, listed),
    );

  test('come last, in a folder that is folded until it is opened', () => {
    expect(sortCollections(listed).map(({ name }) => name)).toEqual([
      '_mine',
      'posts',
      '_mfas',
      '_superusers',
    ]);
    expect(lines(NONE).map(lineOf)).toEqual(['_mine', 'posts', '+ System (2)']);
    expect(lines(NONE, { activeId: 'c__mfas' }).map(lineOf)).toEqual([
      '_mine',
      'posts',
      '+ System (2)',
      '  _mfas',
    ]);
    const open = toggleFolded(NONE, SYSTEM_FOLDER);
    expect(lines(open).map(lineOf)).toEqual(['_mine', 'posts', '- System (2)', '  _mfas', '  _superusers']);
    expect(lines(parseFolders(JSON.stringify(open))).length).toBe(5);
    expect(lines(NONE, { isSearch: true }).map(lineOf)).toContain('  _mfas');
    const [first, second, folder] = lines(NONE);
    expect([first, second, folder].map((row) => row && 'place' in row && row.place)).toEqual([
      { position: 1, count: 3 },
      { position: 2, count: 3 },
      { position: 3, count: 3 },
    ]);
  });

  test('make no folder by their prefix, can be pinned, and are no place for others', () => {
    expect(lines({ ...NONE, mode: 'prefix' }).map(lineOf)).toEqual(['_mine', 'posts', '+ System (2)']);
    expect(lines(NONE, { pins: ['c__mfas'] }).map(lineOf)).toEqual([
      '# Pinned',
      '_mfas',
      '# Others',
      '_mine',
      'posts',
      '+ System (1)',
    ]);
    const rows = lines({ ...NONE, mode: 'manual' });
    const [dragged] = rows;
    if (!dragged) throw new Error('No row.');
    expect(dropAt(rows, dragged, `folder:${SYSTEM_FOLDER}`, false)).toBeUndefined();
  });
});
