import { useRef } from 'react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { systemFieldNames } from '#domain/collections/system-fields.ts';
import { FIELD_TYPE_LABELS } from '#domain/field-types/labels.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { IndexesSection } from '../indexes/IndexesSection.tsx';
import { useSlice } from '../use-slice.ts';
import { FieldList } from './FieldList.tsx';

/** Adds a field of the chosen type. */
function NewFieldMenu({ editor }: { readonly editor: CollectionEditor }) {
  const place = useRef<HTMLDivElement>(null);
  const count = useSlice(editor.$values, (values) => values.fields.length);
  useFocusAfterRemoval(count, () => place.current?.querySelector('button'));
  return (
    <div ref={place}>
      <Dropdown
        label="New field"
        placement="bottom"
        triggerClass="btn btn-sm w-full border-button-line bg-base-100 text-sm font-medium hover:bg-base-200 max-sm:h-10"
        items={FIELD_TYPE_LABELS.map(({ type, label }) => ({
          label,
          icon: FIELD_ICONS[type],
          onSelect: () => editor.addField(type),
        }))}
      >
        <span aria-hidden="true" className="icon-[ri--add-line] size-4" />
        <span>New field</span>
      </Dropdown>
    </div>
  );
}

/** The fields and indexes of a collection. */
export function FieldsTab({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const error = useSlice(editor.$errors, (errors) => errors['schema']);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        System fields:{' '}
        {systemFieldNames(type).map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code className="rounded-selector bg-tint px-1 font-mono">{name}</code>
          </span>
        ))}
        .
      </p>
      <FieldList editor={editor} />
      <NewFieldMenu editor={editor} />
      {error && (
        <p role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
      <IndexesSection editor={editor} />
    </div>
  );
}
