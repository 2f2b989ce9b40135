import type { ChangeEvent } from 'react';

export interface SelectBoxProps {
  /** Accessible name, for example 'Select all'. */
  readonly label: string;
  readonly checked: boolean;
  /** Some of the rows are selected, but not all. */
  readonly isPartial?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (event: ChangeEvent) => void;
}

/** The checkbox of a row or of a table's header; its label fills the cell, so that the whole cell is the target. */
export function SelectBox({ label, checked, isPartial = false, disabled = false, onChange }: SelectBoxProps) {
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
