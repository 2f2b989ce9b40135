import { list, members, oneOf, parseJson, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { View } from '../records/views/view.ts';
import { isInternal } from './collection.ts';
import { compareNames } from './compare-names.ts';

/** How the sidebar groups collections: not at all, by the prefixes of their names, or by hand. */
export const folderModes = ['none', 'prefix', 'manual'] as const;
export type FolderMode = (typeof folderModes)[number];

export interface Folder {
  readonly id: string;
  readonly name: string;
  /** Ids in their order. Those of unknown collections stay: the list may have been loaded only in part. */
  readonly collections: readonly string[];
}

/** The folders of the sidebar as this device stores them. */
export interface Folders {
  readonly mode: FolderMode;
  readonly folders: readonly Folder[];
  /** Ids of the folded folders, also of computed ones. */
  readonly folded: readonly string[];
}

/** A row with its unique key, and its place among its siblings: the position, from 1, and their number. */
interface Placed {
  readonly key: string;
  readonly place: { readonly position: number; readonly count: number };
}

/** A collection in the list, or something below it. */
interface Listed extends Placed {
  readonly collection: Collection;
  readonly folderId: string | undefined;
}

/** A folder with the number of its collections that are listed in it. */
interface FolderRow extends Placed, Pick<Folder, 'id' | 'name'> {
  readonly kind: 'folder';
  readonly size: number;
  readonly isFolded: boolean;
  /** Nobody renames, moves or fills it. */
  readonly isFixed?: true;
}

/** The folder of the collections that the backend has made for itself. Among the folded ones, its id says that it is open. */
export const SYSTEM_FOLDER = '@system';

/** One line of the sidebar; a saved view is below its collection. */
export type SidebarRow =
  | { readonly kind: 'heading'; readonly key: string; readonly name: string }
  | FolderRow
  | (Listed & { readonly kind: 'collection' })
  | (Listed & { readonly kind: 'view'; readonly view: View });

/** What {@link sidebarRows} depends on. */
export interface SidebarInput {
  readonly collections: readonly Collection[];
  /** They are the matches of a search: every folder with a match is unfolded, others are left out. */
  readonly isSearch: boolean;
  readonly pins: readonly string[];
  readonly folders: Folders;
  /** The active collection is listed in a folded folder, too. */
  readonly activeId: string | undefined;
  /** The saved views to list below a collection. */
  readonly viewsOf?: (collection: Collection) => readonly View[];
}

const texts = (value: unknown): string[] => [...new Set(list(value, text).filter((id) => id !== ''))];

/** Reads stored folders from any text. What is not valid is left out; a collection belongs to its first folder. */
export function parseFolders(stored: string): Folders {
  const from = members(parseJson(stored));
  const seen = new Set<string>();
  const isNew = (id: string) => !seen.has(id) && seen.add(id);
  const ids = new Set<string>();
  return {
    mode: oneOf(from['mode'], folderModes, 'none'),
    folders: list(from['folders'], members).flatMap((folder) => {
      const id = text(folder['id']);
      if (!id || ids.has(id)) return [];
      ids.add(id);
      return [
        {
          id,
          name: text(folder['name']).trim() || 'Folder',
          collections: texts(folder['collections']).filter(isNew),
        },
      ];
    }),
    folded: texts(from['folded']),
  };
}

/** `order` for `order_items` and `orderItems`; the name itself for a name without a prefix. */
const prefixOf = (name: string): string => /^_*[^_]+?(?=_|(?<=[a-z0-9])[A-Z])/.exec(name)?.[0] ?? name;

/** A folder for each prefix that at least two names share, by name. A name that is the prefix belongs to it. */
function prefixFolders(collections: readonly Collection[]): Folder[] {
  const groups = Map.groupBy(collections, ({ name }) => prefixOf(name).toLowerCase());
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([prefix, group]) => ({
      id: `prefix:${prefix}`,
      name: prefixOf(group[0]?.name ?? ''),
      collections: group.map(({ id }) => id),
    }))
    .sort((a, b) => compareNames(a.name, b.name));
}

/** The folders of a mode. `all` are all collections, also those that a search does not find. */
export function foldersOf({ mode, folders }: Folders, all: readonly Collection[]): readonly Folder[] {
  if (mode === 'manual') return folders;
  return mode === 'prefix' ? prefixFolders(all.filter((one) => !isInternal(one))) : [];
}

/**
 * The lines of the sidebar: pinned collections, then the folders of `foldersOf`, then the other collections, and a folder
 * of those that the backend has made for itself.
 */
export function sidebarRows(input: SidebarInput, shown: readonly Folder[]): SidebarRow[] {
  const { collections, isSearch, pins, folders, activeId, viewsOf = () => [] } = input;
  const [pinned, internal]: [Collection[], Collection[]] = [[], []];
  const others = new Map<string, Collection>();
  for (const collection of collections) {
    const { id } = collection;
    if (pins.includes(id)) pinned.push(collection);
    else if (isInternal(collection)) internal.push(collection);
    else others.set(id, collection);
  }
  const toRows = (
    of: readonly Collection[],
    folderId?: string,
    before = 0,
    count = before + of.length,
  ): SidebarRow[] =>
    of.flatMap((collection, index): SidebarRow[] => [
      {
        kind: 'collection',
        key: collection.id,
        collection,
        folderId,
        place: { position: before + index + 1, count },
      },
      ...viewsOf(collection).map((view, at, { length }) => ({
        ...{ kind: 'view' as const, key: `view:${view.id}`, view, collection, folderId },
        place: { position: at + 1, count: length },
      })),
    ]);
  const heading = (name: string): SidebarRow => ({ kind: 'heading', key: `heading:${name}`, name });

  const filled = shown
    .map((folder) => {
      const listed = folder.collections.flatMap((id) => others.get(id) ?? []);
      for (const { id } of listed) others.delete(id);
      return { folder, listed };
    })
    .filter(({ listed }) => listed.length > 0 || (!isSearch && folders.mode === 'manual'));
  const loose = [...others.values()];
  const count = filled.length + loose.length + Number(internal.length > 0);
  const inFolders = filled.flatMap(({ folder, listed }, index): SidebarRow[] => {
    const isFolded = !isSearch && folders.folded.includes(folder.id);
    const lines = isFolded ? listed.filter(({ id }) => id === activeId) : listed;
    const place = { position: index + 1, count };
    const { id, name } = folder;
    return [
      { kind: 'folder', key: `folder:${id}`, id, name, size: listed.length, isFolded, place },
      ...toRows(lines, id),
    ];
  });
  const isClosed = !isSearch && !folders.folded.includes(SYSTEM_FOLDER);
  const system: SidebarRow[] = internal.length
    ? [
        {
          ...{ kind: 'folder', key: `folder:${SYSTEM_FOLDER}`, id: SYSTEM_FOLDER, name: 'System' },
          ...{ size: internal.length, isFolded: isClosed, isFixed: true },
          place: { position: count, count },
        },
        ...toRows(isClosed ? internal.filter(({ id }) => id === activeId) : internal, SYSTEM_FOLDER),
      ]
    : [];
  const rest = [...inFolders, ...toRows(loose, undefined, filled.length, count), ...system];
  if (!pinned.length) return rest;
  return [heading('Pinned'), ...toRows(pinned), ...(rest.length ? [heading('Others'), ...rest] : [])];
}

/** A place beside a collection or a folder; without both, the end. Rows that are not shown may be between. */
export interface Target {
  readonly beforeId?: string | undefined;
  readonly afterId?: string | undefined;
}

function insert<T>(items: readonly T[], item: T, ids: readonly string[], { beforeId, afterId }: Target): T[] {
  const before = ids.indexOf(beforeId ?? '');
  const after = ids.indexOf(afterId ?? '');
  const end = after < 0 ? items.length : after + 1;
  return items.toSpliced(before < 0 ? end : before, 0, item);
}

/** Adds an empty folder at the end. Its name is 'New folder', with a number if that is taken. */
export function addFolder(value: Folders, id: string): Folders {
  const taken = new Set(value.folders.map(({ name }) => name));
  let name = 'New folder';
  for (let number = 2; taken.has(name); number++) name = `New folder ${number}`;
  return { ...value, mode: 'manual', folders: [...value.folders, { id, name, collections: [] }] };
}

/** Renames a folder; an empty name changes nothing. */
export function renameFolder(value: Folders, id: string, typed: string): Folders {
  const name = typed.trim();
  const rename = (folder: Folder) => (folder.id === id ? { ...folder, name } : folder);
  return name ? { ...value, folders: value.folders.map(rename) } : value;
}

/** Removes a folder; its collections stand outside of folders again. */
export const removeFolder = (value: Folders, id: string): Folders => ({
  ...value,
  folders: value.folders.filter((folder) => folder.id !== id),
  folded: value.folded.filter((folded) => folded !== id),
});

export function placeFolder(value: Folders, id: string, place: Target): Folders {
  const moved = value.folders.find((folder) => folder.id === id);
  if (!moved || id === place.beforeId) return value;
  const others = value.folders.filter((folder) => folder !== moved);
  const ids = others.map((folder) => folder.id);
  return { ...value, folders: insert(others, moved, ids, place) };
}

/** Moves a collection into a folder, or out of all folders. Nothing changes if the folder is gone. */
export function placeCollection(
  value: Folders,
  id: string,
  folderId: string | undefined,
  place: Target = {},
): Folders {
  const isKnown = value.folders.some((folder) => folder.id === folderId);
  if (id === place.beforeId || (folderId !== undefined && !isKnown)) return value;
  const folders = value.folders.map((folder) => {
    const others = folder.collections.filter((other) => other !== id);
    const collections = folder.id === folderId ? insert(others, id, others, place) : others;
    return { ...folder, collections };
  });
  return { ...value, folders };
}

/** Folds an unfolded folder and unfolds a folded one. */
export function toggleFolded(value: Folders, id: string): Folders {
  const others = value.folded.filter((folded) => folded !== id);
  return { ...value, folded: others.length < value.folded.length ? others : [...value.folded, id] };
}

/** What a dragged row does where it is let go. */
export interface Drop extends Target {
  /** Into this folder; undefined is out of all folders. For a folder, the place among folders. */
  readonly folderId?: string | undefined;
  /** Where the row below the pointer shows it: on an edge, as a whole, or not at all. */
  readonly mark: 'before' | 'after' | 'into' | 'out';
}

/** What a drop on the row with the key `over` does; without a key it is below all. `isLower`: in its lower half. */
export function dropAt(
  all: readonly SidebarRow[],
  dragged: SidebarRow,
  over: string | undefined,
  isLower: boolean,
): Drop | undefined {
  const at = all.findIndex(({ key }) => key === over);
  const row = all[at];
  // The views below a collection belong to it.
  if (row?.kind === 'view') return dropAt(all, dragged, row.collection.id, true);
  const others = all.findIndex((one) => one.kind === 'heading' && one.name === 'Others');
  // By key: the rows may be other objects since the drag began.
  if (dragged.key === row?.key || (row && at <= others)) return undefined;
  if (dragged.kind === 'heading' || dragged.kind === 'view') return undefined;
  const folderId = row?.kind === 'folder' ? row.id : row?.kind === 'collection' ? row.folderId : undefined;
  if (folderId === SYSTEM_FOLDER) return undefined;
  if (dragged.kind === 'folder') {
    if (folderId === undefined) return { mark: 'out' };
    if (folderId === dragged.id) return undefined;
    if (row?.kind === 'folder' && !isLower) return { beforeId: folderId, mark: 'before' };
    return { afterId: folderId, mark: 'after' };
  }
  if (folderId === undefined) return dragged.folderId === undefined ? undefined : { mark: 'out' };
  if (row?.kind !== 'collection') return { folderId, mark: 'into' };
  return isLower
    ? { folderId, afterId: row.key, mark: 'after' }
    : { folderId, beforeId: row.key, mark: 'before' };
}
