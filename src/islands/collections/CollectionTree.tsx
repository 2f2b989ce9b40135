import { useStore } from '@nanostores/react';
import {
  Fragment,
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
import { type Collection, isOpenForWriting, searchCollections } from '#domain/collections/collection.ts';
import { foldersOf, type SidebarRow, sidebarRows } from '#domain/collections/folders.ts';
import { $isFolderRequested } from '#stores/collections/folder-mode.ts';
import { $folders, $renamed, finishRename, startFolder, toggleFolded } from '#stores/collections/folders.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $pins } from '#stores/collections/pins.ts';
import { $shownView } from '#stores/records/collection-preference.ts';
import { $changedView } from '#stores/records/stored-views.ts';
import { $usableViews, views } from '#stores/records/views.ts';
import { CollectionLink, type LinkMenu, SIDE_BUTTON } from './CollectionLink.tsx';
import { createMoves, startDrag } from './folder-moves.ts';
import { scrollToActive } from './scroll-to-active.ts';
import { ViewLink } from './ViewLink.tsx';

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

interface Props {
  readonly row: Extract<SidebarRow, { kind: 'folder' }>;
  readonly isRenamed: boolean;
  /** All folders with matches are unfolded. */
  readonly isSearch: boolean;
  readonly menu: ReactNode;
  /** Returns the focus to this line. */
  readonly focus: () => void;
}

/** The line of a folder: a button that folds and unfolds it, as Left and Right do. */
function FolderLine({ row, isRenamed, isSearch, menu, focus }: Props) {
  const { id, name, size, isFolded } = row;
  if (isRenamed) return <NameInput name={name} onDone={focus} />;
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
      <div className="absolute inset-y-0 right-2.5 flex items-center">{menu}</div>
    </div>
  );
}

/** Heights of the rows of a long list, in px. */
const ROW_HEIGHT = { large: 28, small: 40 };
/** How far the collections of a folder are indented, in px. */
const INDENT = 16;
const NO_ROWS: readonly SidebarRow[] = [];
const ROW = '[data-row-id]';
/** What has the focus in a row. */
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

type Line = WindowRow<SidebarRow>;
type CollectionRow = Extract<SidebarRow, { kind: 'collection' }>;
type FolderRow = Extract<SidebarRow, { kind: 'folder' }>;

/** The key of the folder that a line is or is in, else its own. */
const unitOf = ({ item }: Line) =>
  (item.kind === 'collection' || item.kind === 'view') && item.folderId !== undefined
    ? `folder:${item.folderId}`
    : item.key;

/** The list of collections with folders, or with more rows than the page should have. */
export default function CollectionTree({ all, search, empty, scroller, windowAbove }: CollectionTreeProps) {
  const isSearch = search !== '';
  const folders = useStore($folders);
  const pins = useStore($pins);
  const renamed = useStore($renamed);
  const isRequested = useStore($isFolderRequested);
  const active = useStore($activeCollection);
  const root = useRef<HTMLDivElement>(null);
  const focused = useFocusedCell();
  const isSmall = useIsSmall();
  const rowHeight = ROW_HEIGHT[isSmall ? 'small' : 'large'];
  const isManual = folders.mode === 'manual';
  const shownFolders = useMemo(() => foldersOf(folders, all), [folders, all]);
  const activeId = active?.id;
  const items = useStore(views.$items);
  const usable = useStore($usableViews);
  const shownView = useStore($shownView)?.id;
  const changed = useStore($changedView);
  const rows = useMemo(() => {
    const viewsOf = (collection: Collection) => {
      if (isSearch) return searchCollections(views.of(collection, items), search);
      return collection.id === activeId ? usable : [];
    };
    const names = isSearch ? searchCollections(all, search) : all;
    const found = isSearch ? all.filter((one) => names.includes(one) || viewsOf(one).length > 0) : all;
    return sidebarRows({ collections: found, isSearch, pins, folders, activeId, viewsOf }, shownFolders);
  }, [all, search, isSearch, items, usable, pins, folders, activeId, shownFolders]);
  const isWindowed = rows.length > windowAbove;
  const rowWindow = useRowWindow({
    scroller,
    items: isWindowed ? rows : NO_ROWS,
    keyOf,
    rowHeight,
    marginTop: 0,
    headHeight: 0,
    kept: renamed === undefined ? (focused.cell.rowId ?? activeId) : `folder:${renamed}`,
  });
  const shown = isWindowed ? rowWindow.rows : rows.map((item, index) => ({ item, index, top: 0 }));

  const findRow = (key: string) => root.current?.querySelector(`${ROW.slice(0, -1)}="${CSS.escape(key)}"]`);

  /** Moves the focus to a row that may have to be rendered first; to its folder if that is folded. */
  function focusRow(key: string, at = 0): boolean {
    flushSync(() => focused.keep({ rowId: key, colIndex: undefined }));
    const controls = controlsOf(findRow(key));
    focusNear(controls[Math.min(at, controls.length - 1)]);
    return controls.length > 0;
  }

  const moves = createMoves({ rows, folders: shownFolders, focusRow });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when another collection becomes active.
  useEffect(() => {
    if (isWindowed && activeId !== undefined) rowWindow.scrollToRow(activeId);
    else scrollToActive(scroller.current);
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof HTMLElement) || !target.matches(CONTROLS) || target instanceof HTMLInputElement)
      return;
    const element = target.closest<HTMLElement>(ROW);
    const row = rows.find((each) => each.key === element?.dataset['rowId']);
    if (!row || !element || event.defaultPrevented || ctrlKey || metaKey) return;
    if (key === 'ContextMenu' || (shiftKey && key === 'F10')) {
      const menu = element.querySelector<HTMLElement>('[aria-haspopup=menu]');
      if (!menu) return;
      menu.focus();
      menu.click();
    } else if (altKey) {
      const step = { ArrowUp: -1, ArrowDown: 1 }[key];
      if (!step || !moves.step(row, step)) return;
    } else if (!isWindowed || shiftKey || !goTo(latinKey(event), row, controlsOf(element).indexOf(target)))
      return;
    event.preventDefault();
  }

  /** Moves through all rows, also those that are not in the page. Returns whether the key does that. */
  function goTo(key: string, row: SidebarRow, control: number): boolean {
    const stops = rows.filter(({ kind }) => kind !== 'heading');
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const next = nextRow(key, stops.indexOf(row), stops.length, page);
    const to = next === undefined ? undefined : stops[next];
    return to !== undefined && focusRow(to.key, control);
  }

  const read = useEffectEvent(() => rows);

  const styleOf = (top: number, indent = 0) => ({
    ...(isWindowed ? { top, height: rowHeight } : {}),
    paddingInlineStart: indent,
  });
  const rowClass = isWindowed ? 'absolute inset-x-0' : '';

  const menuOf = (row: SidebarRow, label: string) => (
    <Dropdown
      label={label}
      tooltip="Drag to move, click for a menu"
      tooltipSide="right"
      triggerClass={`${SIDE_BUTTON} touch-none opacity-0`}
      items={() => moves.menu(row)}
    >
      <span aria-hidden="true" className="icon-[ri--draggable]" />
    </Dropdown>
  );

  function linkMenuOf(row: CollectionRow): LinkMenu {
    const isOpen = isOpenForWriting(row.collection);
    return {
      button: menuOf(row, `Move ${row.collection.name}`),
      linkClass: isOpen ? 'group-hover:pr-20' : 'group-hover:pr-15',
      // There the button is always seen.
      linkStyle: isSmall ? { paddingInlineEnd: isOpen ? 108 : 92 } : undefined,
    };
  }

  function renderRow({ item, top }: Line) {
    if (item.kind === 'view') {
      const isShown = item.view.id === shownView;
      return (
        <li
          key={item.key}
          data-row-id={item.key}
          aria-setsize={item.place.count}
          aria-posinset={item.place.position}
          className={rowClass}
          style={styleOf(top, INDENT * (item.folderId === undefined ? 1 : 2))}
        >
          <ViewLink
            view={item.view}
            collectionId={item.collection.id}
            isActive={item.collection === active}
            isShown={isShown}
            isChanged={isShown && changed !== undefined}
          />
        </li>
      );
    }
    if (item.kind !== 'collection') return null;
    const { key, collection, folderId, place } = item;
    const isMovable = isManual && !pins.includes(collection.id);
    return (
      <li
        key={key}
        data-row-id={key}
        data-movable={isMovable ? '' : undefined}
        aria-setsize={place.count}
        aria-posinset={place.position}
        className={rowClass}
        style={styleOf(top, folderId === undefined ? 0 : INDENT)}
      >
        <CollectionLink
          collection={collection}
          isActive={collection === active}
          menu={isMovable ? linkMenuOf(item) : undefined}
        />
      </li>
    );
  }

  /** A folder whose own line may be out of sight. */
  function renderFolder(row: FolderRow, lines: readonly Line[]) {
    const own = lines.find(({ item }) => item.kind === 'folder');
    const inside = lines.filter((line) => line !== own);
    return (
      <li key={row.key} aria-setsize={row.place.count} aria-posinset={row.place.position}>
        {own && (
          <div
            data-row-id={row.key}
            data-movable={isManual ? '' : undefined}
            className={rowClass}
            style={styleOf(own.top)}
          >
            <FolderLine
              row={row}
              isRenamed={row.id === renamed}
              isSearch={isSearch}
              menu={isManual ? menuOf(row, `Change folder ${row.name}`) : undefined}
              focus={() => focusRow(row.key)}
            />
          </div>
        )}
        {inside.length > 0 && <ul aria-label={row.name}>{inside.map(renderRow)}</ul>}
      </li>
    );
  }

  const renderList = (lines: readonly Line[]) => (
    <ul>
      {[...Map.groupBy(lines, unitOf)].flatMap(([key, unit]) => {
        const row = rows.find((each) => each.key === key);
        return row?.kind === 'folder' ? renderFolder(row, unit) : unit.map(renderRow);
      })}
    </ul>
  );

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
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (scroller.current)
          startDrag(event, { scroller: scroller.current, read: () => read(), drop: moves.drop });
      }}
    >
      {[...Map.groupBy(shown, partOf)].map(([name, [first, ...others]]) => {
        const heading = first?.item.kind === 'heading' ? first : undefined;
        const lines = heading || !first ? others : [first, ...others];
        const list = lines.length > 0 && renderList(lines);
        if (!name) return <Fragment key="">{list}</Fragment>;
        return (
          <section key={name} aria-label={name}>
            {heading && (
              <h2
                className={isWindowed ? 'side-heading absolute flex items-end' : 'side-heading'}
                style={isWindowed ? { top: heading.top, height: rowHeight } : undefined}
              >
                {name}
              </h2>
            )}
            {list}
          </section>
        );
      })}
    </div>
  );
}
