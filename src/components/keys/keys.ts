// chunks: keys
import { flushSync } from 'react-dom';
import { nextRow } from '#domain/app/roving.ts';
import type { CellUse } from '#domain/records/cells/range.ts';
import { cellKeys, placeOf } from './cell-keys.ts';
import { startPageKeys } from './page-keys.ts';
import { focusNear, movingKey, roving } from './roving.ts';

export interface GridKeys {
  /** The loaded rows, also those that are not in the page. */
  readonly items: readonly { readonly id: string }[];
  /** Renders a row, and with a column its cell, until the focus is somewhere else. */
  readonly keep: (cell: { rowId: string; colIndex: number | undefined }) => void;
  readonly selection?: GridSelection | undefined;
  /** For cells that can be edited and copied; the element with the focus is in the cell. */
  readonly onCell?: ((use: CellUse) => void) | undefined;
}

export interface GridSelection {
  readonly selectAll: () => void;
  /** Selects the rows from where the range began to `to`, and no longer those behind it. */
  readonly extend: (from: string, to: string) => void;
  /** Returns whether anything was selected. */
  readonly clear: () => boolean;
}

const ROW = '[data-row-id]';
const SCROLLER = '[data-list-scroller]';
const CELL = '[role=gridcell]';
const HEAD_ITEMS = 'button, input, [role=separator]';
const CONTROLS = ':is(a, button, input)';
const STOPS = `${ROW}, ${ROW} ${CONTROLS}`;

/** Position of a row among the loaded ones, from 0. */
const indexOf = (row: Element) => Number(row.getAttribute('aria-rowindex')) - 2;

/** Position of a cell among all columns, from 1. */
const columnOf = (cell: Element) =>
  Number(cell.getAttribute('aria-colindex')) || 1 + [...(cell.parentElement?.children ?? [])].indexOf(cell);

const controlsOf = (cell: Element) =>
  [...cell.querySelectorAll<HTMLElement>(`${CONTROLS}:not(:disabled)`)].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  );

/** Number of rows that fit below the header, less one. */
function pageOf(row: HTMLElement): number {
  const height = row.closest(SCROLLER)?.clientHeight ?? 0;
  return Math.max(1, Math.floor(height / row.offsetHeight) - 2);
}

/** Makes the rows of a table one tab stop, which follows the focus; without React, so that no row is rendered again. */
function startTabStop(table: HTMLElement) {
  let stop: HTMLElement | undefined;
  let stopRow: Element | null = null;

  function setStop(next: HTMLElement | undefined) {
    if (stop && stop !== next) stop.tabIndex = -1;
    stop = next;
    stopRow = next?.closest(ROW) ?? null;
    if (next) next.tabIndex = 0;
  }

  function onFocus({ target }: { readonly target: EventTarget | null }) {
    if (target instanceof HTMLElement && target.matches(`${ROW}, ${ROW} *`) && table.contains(target))
      setStop(target);
  }

  function take(added: HTMLElement) {
    for (const each of [added, ...added.querySelectorAll<HTMLElement>(STOPS)])
      if (each !== stop && each.matches(STOPS)) each.tabIndex = -1;
  }

  function onChange(changes: readonly MutationRecord[]) {
    const added = new Set<Node | null>(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const node of added) if (node instanceof HTMLElement) take(node);
    if (stop?.matches(':disabled')) {
      // The browser takes the focus from it with the next frame.
      if (document.activeElement === stop) focusNear(stop.closest<HTMLElement>(ROW));
      else setStop(stop.closest<HTMLElement>(ROW) ?? undefined);
    }
    if (stop?.isConnected) return;
    const rows = [...table.querySelectorAll<HTMLElement>(ROW)];
    const row = rows.find((each) => each === stopRow);
    // Another list starts with its first row; in the same one, a neighbour takes the place of a row that is gone.
    const isSame = stopRow && rows.some((each) => !added.has(each));
    const from = isSame && stopRow ? indexOf(stopRow) : 0;
    setStop(row ?? rows.find((each) => indexOf(each) >= from) ?? rows.at(-1));
  }

  onFocus({ target: document.activeElement });
  take(table);
  onChange([]);
  const observer = new MutationObserver(onChange);
  observer.observe(table, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  table.addEventListener('focusin', onFocus);
  return {
    set: setStop,
    end: () => {
      observer.disconnect();
      table.removeEventListener('focusin', onFocus);
    },
  };
}

interface GridMoves {
  readonly table: HTMLElement;
  readonly head: HTMLElement | null;
  readonly read: () => GridKeys;
  readonly setStop: ReturnType<typeof startTabStop>['set'];
}

function gridMoves({ table, head, read, setStop }: GridMoves) {
  /** The focus goes to a row, or to the first or last control of a cell, or to a cell without one. */
  function go(index: number, column?: number, isLast = false): boolean {
    const id = read().items[index]?.id;
    if (id === undefined) return false;
    const find = () => {
      const row = table.querySelector<HTMLElement>(`${ROW}[aria-rowindex="${index + 2}"]`);
      if (!row || !column) return row;
      return [...row.querySelectorAll<HTMLElement>(CELL)].find((cell) => columnOf(cell) === column);
    };
    let found = find();
    if (!found) {
      flushSync(() => read().keep({ rowId: id, colIndex: column }));
      found = find();
    }
    if (!found) return false;
    const target = (column && controlsOf(found).at(isLast ? -1 : 0)) || found;
    setStop(target);
    // The first cell of a row is always in sight sideways.
    focusNear(target, column ? found : found.firstElementChild);
    // A cell may cut off some of its controls.
    if (target !== found) focusNear(target);
    return true;
  }

  function goAside(key: string, target: HTMLElement, row: HTMLElement): boolean {
    const index = indexOf(row);
    const cell = target.closest(CELL);
    if (!cell) return key === 'ArrowRight' && go(index, 1);
    const column = columnOf(cell);
    if (key === 'Home') {
      table.closest(SCROLLER)?.scrollTo({ left: 0 });
      return go(index, 1);
    }
    if (key === 'End') {
      const last = Number(table.getAttribute('aria-colcount')) || row.querySelectorAll(CELL).length;
      // The last column of the header may have no cells.
      return go(index, last, true) || go(index, last - 1, true);
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return false;
    const controls = controlsOf(cell);
    const at = controls.indexOf(target);
    const next = controls[at + step];
    if (next && (at >= 0 || step > 0)) focusNear(next, cell);
    else if (column + step < 1) go(index);
    else go(index, column + step, step < 0);
    return true;
  }

  function act(key: string, target: HTMLElement, isShift: boolean): boolean | undefined {
    const selection = read().selection;
    const row = target.closest<HTMLElement>(ROW);
    if (key === 'Escape') return !document.querySelector('[data-popup-open]') && selection?.clear();
    if (!row) return key === 'ArrowDown' && head?.contains(target) && go(0);
    if (key === 'Ctrl+a') selection?.selectAll();
    if (key === 'Ctrl+a' || goAside(key, target, row)) return true;
    return goDown(key.replace(/^Ctrl\+(?=Home|End)/, ''), target, row, isShift);
  }

  function goDown(key: string, target: HTMLElement, row: HTMLElement, isShift: boolean): boolean {
    const index = indexOf(row);
    const items = read().items;
    const next = nextRow(key, index, items.length, pageOf(row));
    if (next === undefined) return false;
    if (key === 'ArrowUp' && index === 0 && !isShift) {
      const stops = head?.querySelectorAll<HTMLElement>(HEAD_ITEMS) ?? [];
      // Not by attribute: what is a tab stop by itself may have none.
      focusNear([...stops].find(({ tabIndex }) => tabIndex >= 0));
      return true;
    }
    const cell = target.closest(CELL);
    go(next, cell ? columnOf(cell) : undefined);
    if (isShift && placeOf(cell) && read().onCell) return true;
    // What follows the last row is seen, too.
    const scroller = next === items.length - 1 && row.closest(SCROLLER);
    if (scroller) scroller.scrollTo({ top: scroller.scrollHeight });
    const [from, to] = [items[index]?.id, items[next]?.id];
    if (isShift && from !== undefined && to !== undefined) read().selection?.extend(from, to);
    return true;
  }

  return act;
}

/** Makes the header of a table one tab stop, and its rows, with all that they contain, another one for arrow keys. */
function gridKeys(table: HTMLElement, read: () => GridKeys): () => void {
  const head = table.querySelector<HTMLElement>('.list-head');
  const stop = startTabStop(table);
  const act = gridMoves({ table, head, read, setStop: stop.set });

  function onKeyDown(event: KeyboardEvent) {
    const key = movingKey(event, table);
    const target = event.target as HTMLElement;
    if (!key) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const from = placeOf(target);
    if (!act(isCtrl ? `Ctrl+${key}` : key, target, event.shiftKey)) return;
    event.preventDefault();
    const to = placeOf(document.activeElement);
    if (event.shiftKey && from && to) read().onCell?.({ kind: 'extend', at: from, to });
  }

  document.addEventListener('keydown', onKeyDown);
  const stopCells = cellKeys(table, (use) => read().onCell?.(use));
  const stopHead = head && roving(head, HEAD_ITEMS);
  return () => {
    stop.end();
    document.removeEventListener('keydown', onKeyDown);
    stopHead?.();
    stopCells();
  };
}

/** The code for keys, which is fetched when the first parts of a screen are there. */
export const keys = { gridKeys, roving, startPageKeys };
