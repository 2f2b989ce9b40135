import { useStore } from '@nanostores/react';
import { Checkbox } from '#components/form/ChoiceField.tsx';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import type { RawCollections } from '#domain/settings/import/raw.ts';
import {
  $areAllExported,
  $exportCount,
  $selectedExports,
  toggleAllExports,
  toggleExport,
} from '#stores/settings/export.ts';

export function CollectionChoice({ collections }: { readonly collections: RawCollections }) {
  const selected = useStore($selectedExports);
  const areAll = useStore($areAllExported);
  const count = useStore($exportCount);
  return (
    <fieldset
      aria-label="Collections"
      className="flex min-h-0 shrink-0 flex-col border-base-300 bg-base-200 max-sm:max-h-44 max-sm:border-b sm:w-[clamp(10rem,18vw,14rem)] sm:border-r"
    >
      <Checkbox
        label="Select all"
        className="border-b border-base-300 px-3 py-1 font-medium"
        checked={areAll}
        indeterminate={count > 0 && !areAll}
        onChange={toggleAllExports}
      />
      <ul className="min-h-0 overflow-y-auto px-3 py-1">
        {collections.map((collection) => (
          <li key={collection.id}>
            <Checkbox
              label={collection.name}
              help={isLeftAlone(collection) ? 'Atoll’s own: what administrators share' : undefined}
              checked={selected.has(collection.id)}
              onChange={() => toggleExport(collection.id)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
