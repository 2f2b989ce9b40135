import { SelectBox } from './ListRow.tsx';

export interface SelectAllProps {
  /** The loaded rows. */
  readonly items: readonly { readonly id: string }[];
  /** Ids of the selected rows. */
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
