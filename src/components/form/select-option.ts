/** Something that can be chosen. */
export interface SelectOption {
  readonly value: string;
  /** Shown text, the value when it is missing. */
  readonly label?: string;
  /** Class of an icon before the label. */
  readonly icon?: string;
}

/** Shown text of an option. */
export const labelOf = (option: SelectOption): string => option.label ?? option.value;
