import type { PointerEvent as ReactPointerEvent } from 'react';
import { announce } from '#components/elements/announce.ts';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import { dragOverList } from '#components/sortable/drag-over-list.ts';
import {
  type Drop,
  dropAt,
  type Folder,
  type SidebarRow,
  SYSTEM_FOLDER,
} from '#domain/collections/folders.ts';
import {
  $renamed,
  moveCollection,
  moveFolder,
  removeFolder,
  startFolder,
} from '#stores/collections/folders.ts';

const ROW = '[data-row-id]';

/** The line or box that shows where the row goes: a border, because forced colours leave no shadows. */
function createMark(): HTMLElement {
  const mark = document.createElement('div');
  mark.style.cssText =
    'position:fixed;z-index:var(--layer-drawer);pointer-events:none;border:0 solid var(--color-primary);border-radius:var(--radius-field)';
  return mark;
}

function place(mark: HTMLElement, { top, left, width, height }: DOMRect, kind: Drop['mark']): void {
  const isLine = kind === 'before' || kind === 'after';
  Object.assign(mark.style, {
    left: `${left + 6}px`,
    width: `${width - 12}px`,
    top: `${kind === 'after' ? top + height - 1 : isLine ? top - 1 : top}px`,
    height: isLine ? '0' : `${height}px`,
    borderWidth: isLine ? '2px 0 0' : '2px',
  });
}

/** Drags one of the present rows with the mouse from anywhere, with a finger by its button; elsewhere it scrolls. */
export function startDrag(
  event: ReactPointerEvent,
  scroller: HTMLElement,
  read: () => readonly SidebarRow[],
  drop: (row: SidebarRow, drop: Drop) => void,
): void {
  const { target, nativeEvent, pointerType, isPrimary, button } = event;
  if (!(target instanceof Element) || !isPrimary || button !== 0) return;
  const element = target.closest<HTMLElement>(`${ROW}[data-movable]`);
  const isHandle = target.closest('[aria-haspopup=menu]') !== null;
  if (!element || target.closest('input, [role=menu]') || (pointerType !== 'mouse' && !isHandle)) return;
  const key = element.dataset['rowId'];
  const dragged = read().find((row) => row.key === key);
  if (!dragged) return;

  const mark = createMark();
  let found: Drop | undefined;
  dragOverList({
    event: nativeEvent,
    active: dragged.key,
    scroller,
    onStart: () => {
      element.style.opacity = '0.5';
      document.documentElement.style.cursor = 'grabbing';
      document.body.append(mark);
    },
    onMove: ({ x, y }) => {
      const below = document.elementFromPoint(x, y);
      const isInside = below !== null && scroller.contains(below);
      const row = below?.closest<HTMLElement>(ROW);
      const rect = row?.getBoundingClientRect();
      const isLower = rect !== undefined && y > rect.top + rect.height / 2;
      found = isInside ? dropAt(read(), dragged, row?.dataset['rowId'], isLower) : undefined;
      mark.hidden = !found;
      if (found)
        place(
          mark,
          (found.mark === 'out' ? undefined : rect) ?? scroller.getBoundingClientRect(),
          found.mark,
        );
    },
    onEnd: (isDropped) => {
      mark.remove();
      document.documentElement.style.cursor = '';
      element.style.opacity = '';
      if (isDropped && found) drop(dragged, found);
    },
  });
}

/** Moves the rows of the sidebar by menu, keys and drops. `focusRow` returns whether the row is there. */
export function createMoves(
  rows: readonly SidebarRow[],
  folders: readonly Folder[],
  focusRow: (key: string) => boolean,
) {
  const nameOf = (id: string | undefined) => folders.find((folder) => folder.id === id)?.name ?? '';
  const indexIn = (row: SidebarRow, list: readonly SidebarRow[]) =>
    list.findIndex(({ key }) => key === row.key);

  /** The rows among which a row can move up and down. */
  function siblingsOf(row: SidebarRow): readonly SidebarRow[] {
    if (row.kind === 'folder') return rows.filter((other) => other.kind === 'folder' && !other.isFixed);
    const folderId = row.kind === 'collection' ? row.folderId : undefined;
    if (folderId === undefined || folderId === SYSTEM_FOLDER) return [];
    return rows.filter((other) => other.kind === 'collection' && other.folderId === folderId);
  }

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
    const other = siblings[to];
    const id = other?.kind === 'folder' ? other.id : other?.key;
    const target = { folderId, [by < 0 ? 'beforeId' : 'afterId']: id };
    move(row, target, ` to place ${to + 1} of ${siblings.length}`);
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

  function menu(row: SidebarRow): MenuEntry[] {
    if (row.kind === 'heading') return [];
    if (row.kind === 'folder') {
      const folder = folders.find(({ id }) => id === row.id);
      return [
        { label: 'Rename', onSelect: () => $renamed.set(row.id) },
        ...steps(row),
        'separator',
        { label: 'Remove folder', danger: true, onSelect: () => folder && void removeFolder(folder) },
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

  return { step, menu, drop: move };
}
