export interface SelectOption {
  readonly value: string;
  readonly label?: string;
  readonly icon?: string;
}

export const labelOf = (option: SelectOption): string => option.label ?? option.value;
