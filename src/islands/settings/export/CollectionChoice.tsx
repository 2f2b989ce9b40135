import { useStore } from '@nanostores/react';
import { Checkbox } from '#components/form/Checkbox.tsx';
import {
  $areAllExported,
  $exportCount,
  $selectedExports,
  toggleAllExports,
  toggleExport,
} from '#stores/settings/export.ts';

export interface CollectionChoiceProps {
  readonly collections: readonly { readonly id: string; readonly name: string }[];
}

/** The collections with a checkbox each, below 'Select all'. */
export function CollectionChoice({ collections }: CollectionChoiceProps) {
  const selected = useStore($selectedExports);
  const areAll = useStore($areAllExported);
  const count = useStore($exportCount);
  return (
    <fieldset
      aria-label="Collections"
      className="flex min-h-0 shrink-0 flex-col border-base-300 bg-base-200 max-sm:max-h-44 max-sm:border-b sm:w-56 sm:border-r"
    >
      <Checkbox
        label="Select all"
        className="border-b border-base-300 px-3 py-1 font-medium"
        checked={areAll}
        indeterminate={count > 0 && !areAll}
        onChange={toggleAllExports}
      />
      <ul className="min-h-0 overflow-y-auto px-3 py-1">
        {collections.map(({ id, name }) => (
          <li key={id}>
            <Checkbox label={name} checked={selected.has(id)} onChange={() => toggleExport(id)} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
