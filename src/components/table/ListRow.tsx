import type { ChangeEvent, ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { SelectBox } from './SelectBox.tsx';

/** Elements of a row with their own action: they do not open the row. */
const OWN_ACTION = 'a, button, input, label';

/** Whether the user has selected text of the row, probably to copy it. */
const isSelectingText = (row: HTMLElement) => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode);
};

/** Whether Shift is pressed, with the mouse or the space bar: then all rows since the last choice are selected. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

export interface ListRowProps extends ComponentProps<'div'> {
  readonly id: string;
  /** Position among the loaded rows, from 0. */
  readonly index: number;
  /** Distance to the top of the body, in px. */
  readonly top: number;
  readonly onOpen: () => void;
  /** Shows a checkbox. */
  readonly select?: {
    readonly isSelected: boolean;
    readonly onToggle: () => void;
    /** Selects all rows between the one toggled last and this one. */
    readonly onToggleTo: () => void;
    readonly disabled?: boolean;
    /** Position of its column, for tables that render only some of them. */
    readonly colIndex?: number;
    /** Text for screen readers beside the checkbox. */
    readonly note?: ReactNode;
  };
}

/** A row of a list: a click or Enter opens it, its checkbox selects it, with Shift a range of rows. */
export function ListRow({ id, index, top, onOpen, select, className = '', children, ...rest }: ListRowProps) {
  return (
    <div
      {...rest}
      role="row"
      tabIndex={0}
      aria-rowindex={index + 2}
      className={`list-row ${className}`}
      // Not a class: with daisyUI's style sheet, a change of a class restyles all elements below.
      data-selected={select?.isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      data-row-id={id}
      onClick={(event: MouseEvent<HTMLElement>) => {
        const { target, currentTarget, shiftKey } = event;
        if (target instanceof HTMLLabelElement && shiftKey) {
          // Not every browser passes a click with Shift on to the checkbox.
          event.preventDefault();
          select?.onToggleTo();
          return;
        }
        if (target instanceof Element && target.closest(OWN_ACTION)) return;
        if (!isSelectingText(currentTarget)) onOpen();
      }}
      onMouseDown={(event: MouseEvent<HTMLElement>) => {
        // Shift would select the text of all rows in between.
        if (event.shiftKey && event.target instanceof Element && event.target.closest('label')) {
          event.preventDefault();
        }
      }}
      onKeyDown={({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
        if (key === 'Enter' && target === currentTarget) onOpen();
      }}
    >
      {select && (
        <div role="cell" aria-colindex={select.colIndex} className="cell-select">
          <SelectBox
            label={`Select ${id}`}
            checked={select.isSelected}
            disabled={select.disabled ?? false}
            onChange={(event) => (isRange(event) ? select.onToggleTo() : select.onToggle())}
          />
          {select.note}
        </div>
      )}
      {children}
    </div>
  );
}
