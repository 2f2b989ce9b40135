import type { ChangeEvent, ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';

export interface SelectBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly isPartial?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (event: ChangeEvent) => void;
}

/** The checkbox of a row or of a table's header; its label fills the cell, so that the whole cell is the target. */
function SelectBox({ label, checked, isPartial = false, disabled = false, onChange }: SelectBoxProps) {
  return (
    <label>
      <input
        type="checkbox"
        className="checkbox checkbox-xs checked:checkbox-primary"
        aria-label={label}
        disabled={disabled}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = isPartial;
        }}
        onChange={onChange}
      />
    </label>
  );
}

const OWN_ACTION = 'a, button, input, label';

/** What has the focus when a key means the row: the row, or a cell without a control. */
const OWN_KEYS = '[role=row], [role=gridcell]';

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
  readonly select?: {
    readonly isSelected: boolean;
    readonly onToggle: () => void;
    /** Selects all rows between the one toggled last and this one. */
    readonly onToggleTo: () => void;
    readonly disabled?: boolean;
    /** Position of its column, for tables that render only some of them. */
    readonly colIndex?: number;
    readonly note?: ReactNode;
  };
}

/** A click or Enter opens the row, its checkbox or Space selects it, with Shift all rows since the last choice. */
export function ListRow({ id, index, top, onOpen, select, className = '', children, ...rest }: ListRowProps) {
  return (
    <div
      {...rest}
      role="row"
      // `gridKeys` makes one of the rows the tab stop.
      tabIndex={0}
      aria-rowindex={index + 2}
      aria-selected={select?.isSelected}
      className={`list-row ${className}`}
      // Not a class: with daisyUI's style sheet, a change of a class restyles all elements below.
      data-selected={select?.isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      data-row-id={id}
      onClick={(event: MouseEvent<HTMLElement>) => {
        const { target, currentTarget, shiftKey } = event;
        const own = target instanceof Element ? target.closest(OWN_ACTION) : null;
        if (select && shiftKey && (!own || target instanceof HTMLLabelElement)) {
          // Not every browser passes a click with Shift on to the checkbox.
          event.preventDefault();
          currentTarget.focus({ preventScroll: true });
          if (!select.disabled) select.onToggleTo();
          return;
        }
        if (!own && !isSelectingText(currentTarget)) onOpen();
      }}
      onMouseDown={(event: MouseEvent<HTMLElement>) => {
        // Shift would select the text of all rows in between.
        if (select && event.shiftKey) event.preventDefault();
      }}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        const { key, target, shiftKey } = event;
        // What a row contains has its own keys, except that nothing happens to a link by Space.
        if (!(target instanceof Element) || !target.matches(key === ' ' ? `${OWN_KEYS}, a` : OWN_KEYS))
          return;
        if (key === 'Enter') onOpen();
        if (key !== ' ') return;
        // The browser would scroll.
        event.preventDefault();
        if (!select || select.disabled) return;
        if (shiftKey) select.onToggleTo();
        else select.onToggle();
      }}
    >
      {select && (
        <div role="gridcell" aria-colindex={select.colIndex} className="cell-select">
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

export interface SelectAllProps {
  readonly items: readonly { readonly id: string }[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onClear: () => void;
}

/** The checkbox that selects all loaded rows, or none if all are selected. */
export function SelectAll({ items, selected, onSelect, onClear }: SelectAllProps) {
  // Rows that are not loaded may be selected, too.
  const isAll =
    items.length > 0 && selected.size >= items.length && items.every(({ id }) => selected.has(id));
  return (
    <SelectBox
      label="Select all"
      checked={isAll}
      isPartial={selected.size > 0 && !isAll}
      disabled={items.length === 0}
      onChange={() => (isAll ? onClear() : onSelect(items.map(({ id }) => id)))}
    />
  );
}
