import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { LineAction } from '#components/elements/LineAction.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { SortableList } from '#components/sortable/SortableList.tsx';
import type { RecordPicker } from '#stores/field-types/record-picker.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { RecordLabel } from '../cells/RecordLabel.tsx';

/** The chosen records as labels that the user can remove and reorder. */
export function SelectedRecords({ picker }: { readonly picker: RecordPicker }) {
  const selected = useStore(picker.$selected);
  const heading = useStore(picker.$heading);
  const state = useStore(picker.$selectedState);
  const { collection } = picker;
  const group = useRef<HTMLElement>(null);
  useFocusInList(group, 'li', selected.length, () =>
    group.current?.parentElement?.querySelector<HTMLElement>('[data-pick][tabindex="0"]'),
  );
  return (
    <section ref={group} data-selected="" aria-label="Selected records" className="pt-3">
      <h2 className="pb-1 text-sm font-medium" aria-live="polite">
        {heading}
      </h2>
      {state === 'failed' && (
        <ErrorState title="The selected records could not be loaded." onRetry={picker.loadSelected} />
      )}
      {state === 'busy' && <Skeleton className="h-8 w-48" />}
      {state === 'ready' && selected.length === 0 && (
        <p className="py-1 text-sm text-muted">No selected records.</p>
      )}
      {selected.length > 0 && (
        <SortableList
          items={selected}
          idOf={({ id }) => id}
          nameOf={(record) => recordText(record, collection)}
          label="Selected records"
          wraps
          className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto"
          itemClass="flex min-h-8 max-w-full items-center gap-1 rounded-field border border-base-300 bg-base-200 px-1 text-sm"
          onMove={picker.move}
        >
          {(record) => (
            <>
              <RecordLabel record={record} collection={collection} />
              <LineAction
                verb="Remove"
                name={recordText(record, collection)}
                variant="small"
                onClick={() => picker.remove(record.id)}
              />
            </>
          )}
        </SortableList>
      )}
    </section>
  );
}
