export interface SelectOption {
  readonly value: string;
  /** Shown text, defaults to the value. */
  readonly label?: string;
  readonly icon?: string;
}

export const labelOf = (option: SelectOption): string => option.label ?? option.value;
