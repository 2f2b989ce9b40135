import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isComposing } from '#domain/app/key-press.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { CellPlace } from '#domain/records/cells/range.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { FieldPanel } from '#islands/field-types/controls/field-props.ts';
import { FIELDS } from '#islands/field-types/controls/registry.ts';
import { cellProblem } from '#islands/records/panel/input-problems.ts';
import type { Cells } from '#stores/records/cells/cells.ts';
import { findCell, findScroller, focusCell } from './cells-page.ts';

/** What is edited, with the value at the beginning. */
export interface EditedCell extends CellPlace {
  readonly field: FormField;
  readonly value: FormValue;
}

export interface CellEditorProps {
  readonly cells: Cells;
  readonly edited: EditedCell;
  readonly panel: FieldPanel;
  readonly onClose: () => void;
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

/**
 * The control of a field on top of its cell. What is typed waits at once; Enter and leaving keep it, Escape puts back
 * what was there.
 */
export function CellEditor({ cells, edited, panel, onClose }: CellEditorProps) {
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

  const input = () => box.current?.querySelector<HTMLInputElement>('input, textarea');
  /** Ends editing. A text that can't be a value of the field stays in the editor; left, its cell says why. */
  function end({ isKept = true, returns = true } = {}) {
    if (isOver.current) return;
    const element = input();
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
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
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

  const Control = field.field && FIELDS[field.field.type];
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
      <Control field={field} value={value} error={error} onChange={change} panel={panel} />
    </div>,
    at.scroller,
  );
}
