import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { announce } from '#components/elements/announce.ts';
import { copyText } from '#components/elements/copy-text.ts';
import { placeOf } from '#components/keys/cell-keys.ts';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import { latinKey } from '#domain/app/key-press.ts';
import type { Collection } from '#domain/collections/collection.ts';
import {
  type CellPlace,
  type CellRange,
  type CellUse,
  cellsIn,
  isSameCell,
  rangeAt,
} from '#domain/records/cells/range.ts';
import type { FieldPanel } from '#islands/field-types/controls/field-props.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createCells } from '#stores/records/cells/cells.ts';
import { cellGrid, copyCells, offerImport, pasteCells } from '#stores/records/cells/clipboard.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { openAtField } from '#stores/records/panel/at-field.ts';
import { ConflictView } from '../panel/ConflictView.tsx';
import { CellEditor, type EditedCell } from './CellEditor.tsx';
import { CellsBar } from './CellsBar.tsx';
import styles from './cells.css?inline';
import { findCell, findScroller, focusCell, markCells } from './cells-page.ts';
import { useCellMouse } from './use-cell-mouse.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export interface CellsProps {
  readonly collection: Collection;
  /** The latest thing that somebody did with a cell. */
  readonly use: CellUse;
}

/** Uses that were handled: after another collection was opened, the latest one is still there. */
const handled = new WeakSet<CellUse>();

/** No control of a cell has files or relations. */
const PANEL: FieldPanel = { $isDirty: atom(false), $known: atom(undefined) };

/** What edits, copies and pastes cells of the list. */
export default function Cells({ collection, use }: CellsProps) {
  const [cells] = useState(() => createCells(collection));
  const [isOn, setIsOn] = useState(false);
  const [edited, setEdited] = useState<EditedCell>();
  const [range, setRange] = useState<CellRange>();
  const count = useStore(cells.$count);
  const conflict = useStore(cells.$conflict);
  useEffect(() => cells.start(), [cells]);

  function edit(at: CellPlace) {
    const cell = cells.cellAt(at);
    if ('lock' in cell) openAtField(at.id, at.name);
    else if (typeof cell.value === 'boolean') cells.set([{ ...at, value: !cell.value }]);
    else setEdited({ ...at, ...cell });
  }
  async function copy(at: CellPlace) {
    const near = findCell(at) ?? document.body;
    try {
      const copied = await copyCells(cells, rangeAt(cellGrid(), range, at), {
        signal: AbortSignal.timeout(60_000),
      });
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
  async function paste(at: CellPlace, text: string) {
    const { message, isWhole, rest } = await pasteCells(cells, rangeAt(cellGrid(), range, at), text);
    if (isWhole) announce(message);
    else addToast('warning', message);
    if (rest && collection.type !== 'view') await offerImport(rest);
  }
  const act = useEffectEvent((next: CellUse) => {
    if (handled.has(next)) return;
    handled.add(next);
    if (next.kind === 'begin') setIsOn(true);
    if (next.kind === 'edit') edit(next.at);
    if (next.kind === 'copy') void copy(next.at);
    if (next.kind === 'paste') void paste(next.at, next.text);
    if (next.kind === 'extend') setRange({ from: rangeAt(cellGrid(), range, next.at).from, to: next.to });
  });
  useEffect(() => act(use), [use]);
  // At once, and not after the next frame: the next key is for the editor.
  useEffect(() => $cellUse.listen((next) => next && act(next)), []);
  useCellMouse(isOn || count > 0 || edited !== undefined, (next) => act(next));

  // The rectangle is there while its last cell has the focus.
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

  const save = useEffectEvent(async () => {
    if (edited) focusCell(edited);
    setEdited(undefined);
    await cells.save();
    const [first] = cells.$refused.get();
    if (first && !cells.$conflict.get()) focusCell(first);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      const isPanel = target instanceof Element && target.closest('[data-panel]');
      if (latinKey(event) !== 's' || !(ctrlKey || metaKey) || altKey || event.defaultPrevented || isPanel)
        return;
      if (!cells.$count.get()) return;
      event.preventDefault();
      void save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [cells]);

  const close = useCallback(() => setEdited(undefined), []);
  return (
    <>
      <CellsBar cells={cells} isOn={isOn} onSave={() => void save()} onDone={() => setIsOn(false)} />
      {edited && (
        <CellEditor
          key={`${edited.id} ${edited.name}`}
          cells={cells}
          edited={edited}
          panel={PANEL}
          onClose={close}
        />
      )}
      {conflict && (
        <ConflictView
          key={conflict.id}
          panel={{
            resolveConflicts: async (choices) => {
              await cells.resolveConflict(choices);
              return true;
            },
            cancelConflicts: cells.cancelConflict,
          }}
          of={conflict.label}
          conflicts={conflict.conflicts}
          onFailed={close}
          onCancel={close}
        />
      )}
    </>
  );
}
