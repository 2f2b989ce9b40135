import { useStore } from '@nanostores/react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '#components/hooks/keep-focus.ts';
import { useIsSmall } from '#components/hooks/use-is-small.ts';
import { focusNear } from '#components/keys/roving.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { useFocusedCell } from '#components/table/use-focused-cell.ts';
import { useRowWindow, type WindowRow } from '#components/table/use-row-window.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';
import { nextRow } from '#domain/app/roving.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { isOpenForWriting, searchCollections } from '#domain/collections/collection.ts';
import { foldersOf, type SidebarRow, SYSTEM_FOLDER, sidebarRows } from '#domain/collections/folders.ts';
import { $isFolderRequested } from '#stores/collections/folder-mode.ts';
import { $folders, $renamed, finishRename, startFolder, toggleFolded } from '#stores/collections/folders.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $pins } from '#stores/collections/pins.ts';
import { $shownView } from '#stores/records/collection-preference.ts';
import { $changedView } from '#stores/records/stored-views.ts';
import { $usableViews, chooseView, viewHash, views } from '#stores/records/views.ts';
import { CollectionLink, SIDE_BUTTON } from './CollectionLink.tsx';
import { createMoves, startDrag } from './folder-moves.ts';
import { scrollToActive } from './scroll-to-active.ts';

type Line = WindowRow<SidebarRow>;
type CollectionRow = Extract<SidebarRow, { kind: 'collection' }>;
type FolderRow = Extract<SidebarRow, { kind: 'folder' }>;
type ViewRow = Extract<SidebarRow, { kind: 'view' }>;

/** Types the name of a folder in its place. Enter and leaving keep it, Escape does not. */
function NameInput({ name, onDone }: { name: string; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <input
      ref={input}
      type="text"
      // As high as the line, which may be a compact one; the ring is inside, where nothing cuts it off.
      className="side-link input text-sm"
      style={{ height: 0, width: 'calc(100% - 0.75rem)', outlineOffset: -2 }}
      aria-label="Name of the folder"
      autoComplete="off"
      spellCheck={false}
      defaultValue={name}
      onBlur={({ currentTarget }) => finishRename(currentTarget.value)}
      onKeyDown={(event) => {
        const isEscape = event.key === 'Escape';
        if ((!isEscape && event.key !== 'Enter') || isComposing(event)) return;
        // Escape would also close the drawer.
        event.stopPropagation();
        event.preventDefault();
        finishRename(isEscape ? undefined : event.currentTarget.value);
        onDone();
      }}
    />
  );
}

/** The line of a folder: a button that folds and unfolds it, as Left and Right do. A search unfolds all. */
function FolderLine({ tree, row }: { tree: Tree; row: FolderRow }) {
  const { id, name, size, isFolded } = row;
  const { isSearch, isManual } = tree;
  const isRenamed = useStore($renamed) === id;
  if (isRenamed) return <NameInput name={name} onDone={() => tree.focusRow(row.key)} />;
  const toggle = () => !isSearch && toggleFolded(id);

  function onKeyDown(event: KeyboardEvent) {
    if (isSearch || event.altKey || event.key !== (isFolded ? 'ArrowRight' : 'ArrowLeft')) return;
    event.preventDefault();
    toggle();
  }

  return (
    <div className="group relative flex">
      <button
        type="button"
        className="side-link flex-1 cursor-pointer pr-9"
        title={name}
        aria-expanded={!isFolded}
        aria-disabled={isSearch || undefined}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <span aria-hidden="true" className={`icon-[ri--arrow-${isFolded ? 'right' : 'down'}-s-line]`} />
        <span className="truncate">{name}</span>
        <span aria-hidden="true" className="text-xs text-muted tabular-nums">
          {size}
        </span>
        <span className="sr-only">{size === 1 ? '1 collection' : `${size} collections`}</span>
      </button>
      <div className="absolute inset-y-0 right-2.5 flex items-center">
        {isManual && !row.isFixed && <RowMenu tree={tree} row={row} label={`Change folder ${name}`} />}
      </div>
    </div>
  );
}

/** How far the collections of a folder are indented, in px. */
const INDENT = 16;
/** Of the scrolled list, above its first row, in px. */
const PADDING = 4;
const NO_ROWS: readonly SidebarRow[] = [];
const ROW = '[data-row-id]';
const CONTROLS = ':is(a, button, input):not([role^=menuitem])';

export interface CollectionTreeProps {
  readonly all: readonly Collection[];
  /** Finds collections and their views; '' for all. */
  readonly search: string;
  /** Shown when nothing is found. */
  readonly empty: ReactNode;
  readonly scroller: RefObject<HTMLElement | null>;
  /** With more rows than this, only those in sight are in the page: the browser's own search finds no others. */
  readonly windowAbove: number;
}

const keyOf = ({ key }: SidebarRow) => key;
const controlsOf = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
];

/** The key of the folder that a line is or is in, else its own. */
const unitOf = ({ item }: Line) =>
  (item.kind === 'collection' || item.kind === 'view') && item.folderId !== undefined
    ? `folder:${item.folderId}`
    : item.key;

/** The rows to list, and what they depend on. */
function useRows(all: readonly Collection[], search: string) {
  const folders = useStore($folders);
  const pins = useStore($pins);
  const activeId = useStore($activeCollection)?.id;
  const items = useStore(views.$items);
  const usable = useStore($usableViews);
  return useMemo(() => {
    const isSearch = search !== '';
    const shown = foldersOf(folders, all);
    const viewsOf = (collection: Collection) => {
      if (isSearch) return searchCollections(views.of(collection, items), search);
      return collection.id === activeId ? usable : [];
    };
    const names = isSearch ? searchCollections(all, search) : all;
    const found = isSearch ? all.filter((one) => names.includes(one) || viewsOf(one).length > 0) : all;
    const rows = sidebarRows({ collections: found, isSearch, pins, folders, activeId, viewsOf }, shown);
    return { rows, folders: shown, pins, isManual: folders.mode === 'manual' };
  }, [all, search, items, usable, pins, folders, activeId]);
}

/** The list as a whole, for its lines. */
interface Tree {
  readonly rows: readonly SidebarRow[];
  readonly isSearch: boolean;
  /** Whether only the rows in sight are in the page. */
  readonly isWindowed: boolean;
  readonly rowHeight: number;
  /** The user arranges the folders. */
  readonly isManual: boolean;
  readonly pins: readonly string[];
  readonly moves: ReturnType<typeof createMoves>;
  /** Moves the focus to a row, which may have to be rendered first: to its control `at`, or to its folded folder. */
  readonly focusRow: (key: string, at?: number) => boolean;
}

/** What says which row an element is, and where it stands. */
function placeIn({ isWindowed, rowHeight }: Tree, { key }: SidebarRow, top: number, indent = 0) {
  return {
    'data-row-id': key,
    className: isWindowed ? 'absolute inset-x-0' : '',
    style: { ...(isWindowed ? { top, height: rowHeight } : {}), paddingInlineStart: indent },
  };
}

const isMovable = ({ isManual, pins }: Tree, row: SidebarRow): boolean =>
  isManual &&
  (row.kind === 'folder'
    ? !row.isFixed
    : row.kind === 'collection' && row.folderId !== SYSTEM_FOLDER && !pins.includes(row.key));

function RowMenu({ tree, row, label }: { tree: Tree; row: SidebarRow; label: string }) {
  return (
    <Dropdown
      label={label}
      tooltip="Drag to move, click for a menu"
      tooltipSide="right"
      triggerClass={`${SIDE_BUTTON} touch-none opacity-0`}
      items={() => tree.moves.menu(row)}
    >
      <span aria-hidden="true" className="icon-[ri--draggable]" />
    </Dropdown>
  );
}

/** On a phone the button of the menu is always seen. */
const MENU_ROOM = { open: 'group-hover:pr-20 max-sm:pr-27', other: 'group-hover:pr-15 max-sm:pr-23' };

function CollectionItem({ tree, row }: { tree: Tree; row: CollectionRow }) {
  const { collection } = row;
  const isActive = useStore($activeCollection) === collection;
  if (!isMovable(tree, row)) return <CollectionLink collection={collection} isActive={isActive} />;
  return (
    <CollectionLink
      collection={collection}
      isActive={isActive}
      menu={<RowMenu tree={tree} row={row} label={`Move ${collection.name}`} />}
      linkClass={MENU_ROOM[isOpenForWriting(collection) ? 'open' : 'other']}
    />
  );
}

/** A saved view of a collection. Its address is that of the list, so that a copied link works for everybody. */
function ViewLink({ row: { view, collection } }: { row: ViewRow }) {
  const isActive = useStore($activeCollection) === collection;
  const isShown = useStore($shownView)?.id === view.id;
  const isChanged = useStore($changedView) !== undefined && isShown;
  return (
    <a
      className="side-link pr-2"
      href={viewHash(collection.id, view)}
      title={view.name}
      aria-current={isShown ? 'true' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        // The address may be the present one, with other columns.
        if (isActive) event.preventDefault();
        chooseView(view.id);
      }}
    >
      <span className="icon-[ri--list-check]" aria-hidden="true" />
      <span className="truncate">
        <span className="sr-only">View </span>
        <bdi>{view.name}</bdi>
      </span>
      {isChanged && (
        <>
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warning" />
          <span className="sr-only"> (changed)</span>
        </>
      )}
    </a>
  );
}

interface LinesProps {
  readonly tree: Tree;
  readonly lines: readonly Line[];
}

/** Collections, and views one step further in. */
const Items = ({ tree, lines }: LinesProps) =>
  lines.map(({ item, top }) => {
    if (item.kind !== 'collection' && item.kind !== 'view') return null;
    const depth = Number(item.folderId !== undefined) + Number(item.kind === 'view');
    return (
      <li
        key={item.key}
        data-movable={isMovable(tree, item) ? '' : undefined}
        aria-setsize={item.place.count}
        aria-posinset={item.place.position}
        {...placeIn(tree, item, top, INDENT * depth)}
      >
        {item.kind === 'view' ? <ViewLink row={item} /> : <CollectionItem tree={tree} row={item} />}
      </li>
    );
  });

/** A folder with what is in it. Its own line may be out of sight. */
function FolderItem({ tree, row, lines }: LinesProps & { readonly row: FolderRow }) {
  const own = lines.find(({ item }) => item.kind === 'folder');
  const inside = lines.filter((line) => line !== own);
  return (
    <li aria-setsize={row.place.count} aria-posinset={row.place.position}>
      {own && (
        <div data-movable={isMovable(tree, row) ? '' : undefined} {...placeIn(tree, row, own.top)}>
          <FolderLine tree={tree} row={row} />
        </div>
      )}
      {inside.length > 0 && (
        <ul aria-label={row.name}>
          <Items tree={tree} lines={inside} />
        </ul>
      )}
    </li>
  );
}

/** The lines below a heading, or of a list without headings. */
function Part({ tree, name, lines }: LinesProps & { readonly name: string }) {
  const heading = lines.find(({ item }) => item.kind === 'heading');
  const others = lines.filter((line) => line !== heading);
  const list = others.length > 0 && (
    <ul>
      {[...Map.groupBy(others, unitOf)].map(([key, unit]) => {
        const row = tree.rows.find((each) => each.key === key);
        if (row?.kind !== 'folder') return <Items key={key} tree={tree} lines={unit} />;
        return <FolderItem key={key} tree={tree} row={row} lines={unit} />;
      })}
    </ul>
  );
  if (!name) return list;
  return (
    <section aria-label={name}>
      {heading && (
        <h2
          className={tree.isWindowed ? 'side-heading absolute flex items-end' : 'side-heading'}
          style={tree.isWindowed ? { top: heading.top, height: tree.rowHeight } : undefined}
        >
          {name}
        </h2>
      )}
      {list}
    </section>
  );
}

/** Does what a key is for in a row. `height` is that of the part of the list in sight, in px. */
function onTreeKey(event: KeyboardEvent<HTMLElement>, tree: Tree, height: number): void {
  const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS) || target instanceof HTMLInputElement)
    return;
  const element = target.closest<HTMLElement>(ROW);
  const row = tree.rows.find((each) => each.key === element?.dataset['rowId']);
  if (!row || !element || event.defaultPrevented || ctrlKey || metaKey) return;

  /** Moves through all rows, also those that are not in the page. Returns whether the key does that. */
  const goTo = (movingKey: string): boolean => {
    const stops = tree.rows.filter(({ kind }) => kind !== 'heading');
    const page = Math.max(1, Math.floor(height / tree.rowHeight) - 1);
    const next = nextRow(movingKey, stops.indexOf(row), stops.length, page);
    const to = next === undefined ? undefined : stops[next];
    return to !== undefined && tree.focusRow(to.key, controlsOf(element).indexOf(target));
  };

  if (key === 'ContextMenu' || (shiftKey && key === 'F10')) {
    const menu = element.querySelector<HTMLElement>('[aria-haspopup=menu]');
    if (!menu) return;
    menu.focus();
    menu.click();
  } else if (altKey) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (!step || !tree.moves.step(row, step)) return;
  } else if (!tree.isWindowed || shiftKey || !goTo(latinKey(event))) return;
  event.preventDefault();
}

export default function CollectionTree({ all, search, empty, scroller, windowAbove }: CollectionTreeProps) {
  const isSearch = search !== '';
  const { rows, folders, pins, isManual } = useRows(all, search);
  const renamed = useStore($renamed);
  const isRequested = useStore($isFolderRequested);
  const activeId = useStore($activeCollection)?.id;
  const root = useRef<HTMLDivElement>(null);
  const focused = useFocusedCell();
  const rowHeight = useIsSmall() ? 40 : 28;
  const isWindowed = rows.length > windowAbove;
  const rowWindow = useRowWindow({
    scroller,
    items: isWindowed ? rows : NO_ROWS,
    keyOf,
    rowHeight,
    marginTop: PADDING,
    headHeight: 0,
    kept: renamed === undefined ? (focused.cell.rowId ?? activeId) : `folder:${renamed}`,
  });
  const shown = isWindowed ? rowWindow.rows : rows.map((item, index) => ({ item, index, top: 0 }));

  function focusRow(key: string, at = 0): boolean {
    flushSync(() => focused.keep({ rowId: key, colIndex: undefined }));
    const row = root.current?.querySelector(`${ROW.slice(0, -1)}="${CSS.escape(key)}"]`);
    const controls = controlsOf(row);
    focusNear(controls[Math.min(at, controls.length - 1)]);
    return controls.length > 0;
  }

  const moves = createMoves(rows, folders, focusRow);
  const tree: Tree = { rows, isSearch, isWindowed, rowHeight, isManual, pins, moves, focusRow };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when another collection becomes active.
  useEffect(() => {
    if (isWindowed && activeId !== undefined) rowWindow.scrollToRow(activeId);
    else scrollToActive(scroller.current);
    // As long as a window of rows is not measured, its height is a guess.
    const frame = requestAnimationFrame(() => scrollToActive(scroller.current));
    return () => cancelAnimationFrame(frame);
  }, [activeId, isSearch]);
  useEffect(() => {
    if (!isRequested) return;
    $isFolderRequested.set(false);
    startFolder();
  }, [isRequested]);
  useEffect(() => {
    const element = root.current;
    // A removed folder, or a row that is now in a folded one.
    return element
      ? keepFocus(element, () => controlsOf(element).find(({ tabIndex }) => tabIndex === 0))
      : undefined;
  }, []);

  const read = useEffectEvent(() => rows);
  const headings = rows.flatMap((row, index) => (row.kind === 'heading' ? [{ index, name: row.name }] : []));
  const partOf = ({ index }: Line) => headings.findLast((heading) => heading.index <= index)?.name ?? '';

  if (isSearch && rows.length === 0) return empty;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls in it get the keys and presses.
    <div
      ref={root}
      className={isWindowed ? 'compact relative' : 'relative min-h-full'}
      style={isWindowed ? { height: rowWindow.height } : undefined}
      onFocus={focused.onFocus}
      onBlur={focused.onBlur}
      onKeyDown={(event) => onTreeKey(event, tree, scroller.current?.clientHeight ?? 0)}
      onPointerDown={(event) => {
        if (scroller.current) startDrag(event, scroller.current, () => read(), moves.drop);
      }}
    >
      {[...Map.groupBy(shown, partOf)].map(([name, lines]) => (
        <Part key={name} tree={tree} name={name} lines={lines} />
      ))}
    </div>
  );
}
