import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import {
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { announce } from '#components/elements/announce.ts';
import { Button } from '#components/elements/Button.tsx';
import { copyText } from '#components/elements/copy-text.ts';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { placeOf } from '#components/keys/cell-keys.ts';
import { focusNear } from '#components/keys/roving.ts';
import { SelectionBar } from '#components/table/SelectionBar.tsx';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import { isComposing } from '#domain/app/key-press.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import {
  type CellGrid,
  type CellPlace,
  type CellRange,
  type CellUse,
  cellsIn,
  isSameCell,
  rangeAt,
} from '#domain/records/cells/range.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { controlOf } from '#islands/field-types/controls/registry.ts';
import type { FieldPanel } from '#islands/field-types/controls/simple-fields.tsx';
import { saveKeyOf } from '#islands/use-save-form.tsx';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { type Cells, changes, createCells } from '#stores/records/cells/cells.ts';
import { cellGrid, copyCells, offerImport, pasteCells } from '#stores/records/cells/clipboard.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { $selectedRecords } from '#stores/records/list.ts';
import { openAtField } from '#stores/records/panel/at-field.ts';
import { ConflictView } from '../panel/ConflictView.tsx';
import { cellProblem } from '../panel/input-problems.ts';
import styles from './cells.css?inline';

const findScroller = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-records-scroller]');

const findCell = ({ id, name }: CellPlace): HTMLElement | null | undefined =>
  findScroller()?.querySelector<HTMLElement>(
    `[data-row-id="${CSS.escape(id)}"] [data-column="${CSS.escape(name)}"]`,
  );

/** Moves the focus to a cell, which becomes the tab stop of the list; to the list if it is not in the page. */
function focusCell(place: CellPlace) {
  const cell = findCell(place);
  if (!cell) return findScroller()?.focus({ preventScroll: true });
  cell.tabIndex = 0;
  focusNear(cell);
}

/** Marks cells, also of rows that come later; without React, so that no row renders again. Returns what ends it. */
function markCells(scroller: HTMLElement, { ids, names }: CellGrid): () => void {
  const [rows, columns] = [new Set(ids), new Set(names)];
  const paint = (isOn: boolean) => {
    for (const row of scroller.querySelectorAll<HTMLElement>('[data-row-id]')) {
      const isIn = isOn && rows.has(row.dataset['rowId'] ?? '');
      for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
        if (isIn && columns.has(cell.dataset['column'] ?? '')) cell.setAttribute('aria-selected', 'true');
        else cell.removeAttribute('aria-selected');
      }
    }
  };
  paint(true);
  const observer = new MutationObserver(() => paint(true));
  observer.observe(scroller, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    paint(false);
  };
}

/** While cells are edited, a click goes to a cell, Shift or dragging selects, a double click or second tap edits. */
function useCellMouse(isOn: boolean, onUse: (use: CellUse) => void): void {
  const use = useEffectEvent(onUse);
  useEffect(() => {
    const scroller = findScroller();
    if (!isOn || !scroller) return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    let before: CellPlace | undefined;
    const placeAt = ({ target }: Event) => (target instanceof Element ? placeOf(target) : undefined);
    const focused = () => placeOf(document.activeElement);
    scroller.addEventListener(
      'mousedown',
      (event) => {
        const at = placeAt(event);
        if (!at || event.button !== 0) return;
        // The browser would give the focus to the row and mark its text.
        event.preventDefault();
        before = focused();
        if (event.shiftKey && before) use({ kind: 'extend', at: before, to: at });
        focusCell(at);
      },
      options,
    );
    scroller.addEventListener(
      'mouseover',
      (event) => {
        const [from, to] = [focused(), placeAt(event)];
        if (event.buttons !== 1 || !from || !to || isSameCell(from, to)) return;
        use({ kind: 'extend', at: from, to });
        focusCell(to);
      },
      options,
    );
    scroller.addEventListener(
      'click',
      (event) => {
        const at = placeAt(event);
        if (!at) return;
        event.preventDefault();
        event.stopPropagation();
        const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
        if (!event.shiftKey && (event.detail > 1 || isTap) && isSameCell(before, at))
          use({ kind: 'edit', at });
      },
      options,
    );
    return () => stop.abort();
  }, [isOn]);
}

export interface CellsBarProps {
  readonly cells: Cells;
  /** Whether a click goes to a cell even if nothing waits. */
  readonly isOn: boolean;
  readonly onSave: () => void;
  readonly onDone: () => void;
}

function CellsBar({ cells, isOn, onSave, onDone }: CellsBarProps) {
  const count = useStore(cells.$count);
  const refused = useStore(cells.$refused);
  const saving = useStore(cells.$saving);
  const isDraftFull = useStore(cells.$isDraftFull);
  const isRaised = useStore($selectedRecords).size > 0;

  // The button has the focus when it is pressed: it remembers where it led.
  const visited = useRef<CellPlace>(undefined);
  function goToRefused() {
    const at = refused.findIndex((place) => isSameCell(visited.current, place));
    visited.current = refused[(at + 1) % refused.length];
    if (visited.current) focusCell(visited.current);
  }
  async function discard() {
    // With nothing to discard, it is the button 'Done'.
    if ((await cells.discard()) && !count) onDone();
  }

  return (
    <div className={isRaised ? '[&_.selection-bar]:bottom-[6.5rem]' : 'contents'}>
      <SelectionBar label="Changed cells" shown={isOn || count > 0 || refused.length > 0} onReset={() => {}}>
        <span role="status" className="whitespace-normal">
          {saving
            ? `Saving ${saving.done} of ${saving.total}`
            : count
              ? `${changes(count)}, not saved`
              : 'Double click or press Enter to edit a cell'}
        </span>
        {isDraftFull && <DraftFullNote />}
        {refused.length > 0 && !saving && (
          <Button variant="ghost" className="text-error" onClick={goToRefused}>
            {refused.length === 1 ? '1 refused' : `${refused.length} refused`}
          </Button>
        )}
        {saving ? (
          <Button onClick={cells.stopSaving}>Stop</Button>
        ) : (
          <Button onClick={() => void discard()}>{count ? 'Discard' : 'Done'}</Button>
        )}
        {count > 0 && (
          <WriteButton variant="primary" busy={saving !== undefined} onClick={onSave}>
            Save {changes(count)}
          </WriteButton>
        )}
      </SelectionBar>
    </div>
  );
}

interface EditedCell extends CellPlace {
  readonly field: FormField;
  readonly value: FormValue;
}

const CONTROL = 'textarea, input, [role=combobox]';
const STOPS = 'textarea, input, button';

/** The smallest width, in px: for a date with its buttons. */
const MIN_WIDTH = 240;

/** Where the editor stands in the content of the scrolling box: on its cell, and not beyond the right end. */
function placeIn(scroller: HTMLElement, cell: HTMLElement) {
  const [box, at] = [scroller.getBoundingClientRect(), cell.getBoundingClientRect()];
  const width = Math.min(Math.max(at.width, MIN_WIDTH), scroller.clientWidth - 8);
  const left = Math.min(Math.max(at.left - box.left, 0), scroller.clientWidth - width);
  return { top: at.top - box.top + scroller.scrollTop - 1, left: left + scroller.scrollLeft, width };
}

/** What is typed waits at once; Enter and leaving keep it, Escape puts back what was there. */
function CellEditor({ cells, edited, onClose }: { cells: Cells; edited: EditedCell; onClose: () => void }) {
  const { field, ...place } = edited;
  const box = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const [value, setValue] = useState(edited.value);
  const [error, setError] = useState(() => cells.errorAt(place));
  const [at] = useState(() => {
    const [scroller, cell] = [findScroller(), findCell(place)];
    return scroller && cell ? { scroller, style: placeIn(scroller, cell) } : undefined;
  });
  useLayoutEffect(() => {
    if (!at) return onClose();
    const control = box.current?.querySelector<HTMLElement>(CONTROL);
    control?.focus();
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
    else control?.click();
  }, [at, onClose]);

  /** Ends editing. A text that can't be a value of the field stays in the editor; left, its cell says why. */
  function end({ isKept = true, returns = true } = {}) {
    if (isOver.current) return;
    const element = box.current?.querySelector<HTMLInputElement>('input, textarea');
    const problem = isKept && element ? cellProblem(cells, place, element) : undefined;
    if (problem !== undefined && returns) return setError(problem);
    isOver.current = true;
    const { value: before } = edited;
    if (!isKept) cells.set([{ ...place, value: before }]);
    else if (problem !== undefined) cells.set([{ ...place, value }], [{ ...place, reason: problem }]);
    if (returns) focusCell(place);
    onClose();
  }
  function change(next: FormValue) {
    setValue(next);
    setError(undefined);
    cells.set([{ ...place, value: next }]);
    if (field.kind === 'select') end();
  }
  function onKeyDown(event: ReactKeyboardEvent<HTMLElement>) {
    const { key, shiftKey, altKey, target } = event;
    const isInside = target instanceof Node && box.current?.contains(target);
    if (!isInside || event.defaultPrevented || isComposing(event)) return;
    if (document.querySelector('[data-popup-open]')) return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (key === 'Escape') end({ isKept: false });
    else if (key === 'Enter' && isText && !shiftKey && !altKey) end();
    else if (key === 'Tab' && target === stops.at(shiftKey ? 0 : -1)) end();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    // Another window has the focus; it will return.
    if (!document.hasFocus()) return;
    const next = relatedTarget instanceof Element ? relatedTarget : null;
    if (!next || (!box.current?.contains(next) && !next.closest('[data-popup-open]')))
      end({ returns: false });
  }

  const Control = field.field && controlOf(field);
  if (!at || !Control) return null;
  return createPortal(
    <div
      ref={box}
      role="group"
      aria-label={`Edit ${field.name}`}
      className="cell-editor"
      style={at.style}
      data-keeps-escape=""
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <Control field={field} value={value} error={error} onChange={change} panel={PANEL} />
    </div>,
    at.scroller,
  );
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

/** Uses that were handled: after another collection was opened, the latest one is still there. */
const handled = new WeakSet<CellUse>();

/** No control of a cell has files or relations. */
const PANEL: FieldPanel = { $isDirty: atom(false), $known: atom(undefined) };

async function copyRange(cells: Cells, range: CellRange) {
  const near = findCell(range.to) ?? document.body;
  try {
    const copied = await copyCells(cells, range, { signal: AbortSignal.timeout(60_000) });
    const done = await copyText(copied.text, near);
    const what = copied.count === 1 ? 'Cell' : `${numberText(copied.count)} cells`;
    const cut = copied.unread
      ? ` Long texts may be cut: ${recordCount(copied.unread)} could not be read again.`
      : '';
    addToast(
      done && !cut ? 'info' : 'warning',
      done ? `${what} copied.${cut}` : 'The browser does not allow copying.',
    );
  } catch (thrown) {
    report(thrown);
  }
}

/** A range of marked cells. It is there while its last cell has the focus. */
function useRange() {
  const [range, setRange] = useState<CellRange>();
  useEffect(() => {
    const scroller = findScroller();
    if (!range || !scroller) return;
    const stop = new AbortController();
    const unmark = markCells(scroller, cellsIn(cellGrid(), range));
    // Later: the key that moves the focus may extend the rectangle.
    const onFocus = () =>
      setTimeout(() => {
        const at = placeOf(document.activeElement);
        if (at) setRange((now) => (now && isSameCell(at, now.to) ? now : undefined));
      });
    document.addEventListener('focusin', onFocus, stop);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && setRange(undefined), stop);
    return () => {
      stop.abort();
      unmark();
    };
  }, [range]);
  return [range, setRange] as const;
}

/** Saves the cells that wait with Ctrl+S, except in a panel. */
function useSaveKey(cells: Cells, save: () => void) {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event;
      const isPanel = target instanceof Element && target.closest('[data-panel]');
      if (saveKeyOf(event) !== 'save' || defaultPrevented || isPanel) return;
      if (!cells.$count.get()) return;
      event.preventDefault();
      onSave();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [cells]);
}

export default function CellsOfList({ collection, use }: { collection: Collection; use: CellUse }) {
  const [cells] = useState(() => createCells(collection));
  const [isOn, setIsOn] = useState(false);
  const [edited, setEdited] = useState<EditedCell>();
  const [range, setRange] = useRange();
  const count = useStore(cells.$count);
  const conflict = useStore(cells.$conflict);
  useEffect(() => cells.start(), [cells]);

  function edit(at: CellPlace) {
    const cell = cells.cellAt(at);
    if ('lock' in cell) openAtField(at.id, at.name);
    else if (typeof cell.value === 'boolean') cells.set([{ ...at, value: !cell.value }]);
    else setEdited({ ...at, ...cell });
  }
  async function paste(target: CellRange, text: string) {
    const { message, isWhole, rest } = await pasteCells(cells, target, text);
    if (isWhole) announce(message);
    else addToast('warning', message);
    if (rest && collection.type !== 'view') await offerImport(rest);
  }
  const act = useEffectEvent((next: CellUse) => {
    if (handled.has(next)) return;
    handled.add(next);
    if (next.kind === 'begin') setIsOn(true);
    if (next.kind === 'edit') edit(next.at);
    if (next.kind === 'copy') void copyRange(cells, rangeAt(cellGrid(), range, next.at));
    if (next.kind === 'paste') void paste(rangeAt(cellGrid(), range, next.at), next.text);
    if (next.kind === 'extend') setRange({ from: rangeAt(cellGrid(), range, next.at).from, to: next.to });
  });
  useEffect(() => act(use), [use]);
  // At once, and not after the next frame: the next key is for the editor.
  useEffect(() => $cellUse.listen((next) => next && act(next)), []);
  useCellMouse(isOn || count > 0 || edited !== undefined, (next) => act(next));

  async function save() {
    if (edited) focusCell(edited);
    setEdited(undefined);
    await cells.save();
    const [first] = cells.$refused.get();
    if (first && !cells.$conflict.get()) focusCell(first);
  }
  useSaveKey(cells, () => void save());

  const close = useCallback(() => setEdited(undefined), []);
  return (
    <>
      <CellsBar cells={cells} isOn={isOn} onSave={() => void save()} onDone={() => setIsOn(false)} />
      {edited && (
        <CellEditor key={`${edited.id} ${edited.name}`} cells={cells} edited={edited} onClose={close} />
      )}
      {conflict && (
        <ConflictView
          key={conflict.id}
          of={conflict.label}
          conflicts={conflict.conflicts}
          onDecided={cells.resolveConflict}
          onCancel={cells.cancelConflict}
        />
      )}
    </>
  );
}
