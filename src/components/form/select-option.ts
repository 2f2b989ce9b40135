/** An option of a select. */
export interface SelectOption {
  readonly value: string;
  /** Shown text, defaults to the value. */
  readonly label?: string;
  /** Class of an icon before the label. */
  readonly icon?: string;
}

/** Shown text of an option. */
export const labelOf = (option: SelectOption): string => option.label ?? option.value;
