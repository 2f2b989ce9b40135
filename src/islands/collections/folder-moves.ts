import { announce } from '#components/elements/announce.ts';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { Drop, Folder, SidebarRow } from '#domain/collections/folders.ts';
import {
  $renamed,
  moveCollection,
  moveFolder,
  removeFolder,
  startFolder,
} from '#stores/collections/folders.ts';

interface Shown {
  readonly rows: readonly SidebarRow[];
  readonly folders: readonly Folder[];
  /** Moves the focus to a row; returns whether it is there. */
  readonly focusRow: (key: string) => boolean;
}

/** What moves the rows of the sidebar: by menu, by keys, and by a drop. */
export function createMoves({ rows, folders, focusRow }: Shown) {
  const nameOf = (id: string | undefined) => folders.find((folder) => folder.id === id)?.name ?? '';
  const indexIn = (row: SidebarRow, list: readonly SidebarRow[]) =>
    list.findIndex(({ key }) => key === row.key);

  /** The rows among which a row can move up and down. */
  function siblingsOf(row: SidebarRow): readonly SidebarRow[] {
    if (row.kind === 'folder') return rows.filter(({ kind }) => kind === 'folder');
    const folderId = row.kind === 'collection' ? row.folderId : undefined;
    if (folderId === undefined) return [];
    return rows.filter((other) => other.kind === 'collection' && other.folderId === folderId);
  }

  const idOf = (row: SidebarRow | undefined) => (row?.kind === 'folder' ? row.id : row?.key);

  /** Applies a move, says it to screen readers, and keeps the focus on the row. */
  function move(row: SidebarRow, to: Omit<Drop, 'mark'>, place?: string): void {
    if (row.kind === 'heading' || row.kind === 'view') return;
    if (row.kind === 'folder') {
      moveFolder(row.id, to);
      announce(`Moved folder ${row.name}${place ?? ''}.`);
    } else {
      moveCollection(row.key, to.folderId, to);
      const where = to.folderId === undefined ? ' out of its folder' : ` to folder ${nameOf(to.folderId)}`;
      announce(`Moved ${row.collection.name}${place ?? where}.`);
    }
    if (!focusRow(row.key) && to.folderId !== undefined) focusRow(`folder:${to.folderId}`);
  }

  /** Moves a row up (-1) or down (1) among its siblings. Returns whether it can. */
  function step(row: SidebarRow, by: number): boolean {
    const siblings = siblingsOf(row);
    const at = indexIn(row, siblings);
    const to = at + by;
    if (at < 0 || to < 0 || to >= siblings.length) return false;
    const folderId = row.kind === 'collection' ? row.folderId : undefined;
    move(
      row,
      { folderId, [by < 0 ? 'beforeId' : 'afterId']: idOf(siblings[to]) },
      ` to place ${to + 1} of ${siblings.length}`,
    );
    return true;
  }

  function steps(row: SidebarRow): MenuEntry[] {
    const siblings = siblingsOf(row);
    const at = indexIn(row, siblings);
    return [
      { label: 'Move up', disabled: at <= 0, onSelect: () => step(row, -1) },
      { label: 'Move down', disabled: at === siblings.length - 1, onSelect: () => step(row, 1) },
    ];
  }

  /** The menu of a row. */
  function menu(row: SidebarRow): MenuEntry[] {
    if (row.kind === 'heading') return [];
    if (row.kind === 'folder') {
      const folder = folders.find(({ id }) => id === row.id);
      return [
        { label: 'Rename', onSelect: () => $renamed.set(row.id) },
        ...steps(row),
        'separator',
        {
          label: 'Remove folder',
          danger: true,
          onSelect: () => folder && void removeFolder(folder),
        },
      ];
    }
    return [
      { heading: 'Move to folder' },
      ...folders
        .filter(({ id }) => id !== row.folderId)
        .map(({ id, name }) => ({
          key: `folder:${id}`,
          label: name,
          onSelect: () => move(row, { folderId: id }),
        })),
      { label: 'New folder…', onSelect: () => startFolder(row.key) },
      ...(row.folderId === undefined
        ? []
        : ([
            'separator',
            ...steps(row),
            { label: 'Move out of the folder', onSelect: () => move(row, {}) },
          ] as const)),
    ];
  }

  return { step, menu, drop: (row: SidebarRow, drop: Drop) => move(row, drop) };
}
