import { memo } from 'react';
import type { SchemaField } from '#domain/collections/collection.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { emptyValue } from '#domain/records/panel/values.ts';
import { FIELDS } from '#islands/field-types/controls/registry.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { useField } from './use-field.ts';

/** Props of {@link RecordField}. */
export interface RecordFieldProps {
  readonly panel: RecordPanel;
  readonly field: FormField & { readonly field: SchemaField };
}

/** A field of the collection's schema with the control of its type. */
export const RecordField = memo(function RecordField({ panel, field }: RecordFieldProps) {
  const { value = emptyValue(field), error, onChange } = useField(panel, field.name);
  const Control = FIELDS[field.field.type];
  return (
    <div data-field={field.name}>
      <Control field={field} value={value} error={error} onChange={onChange} panel={panel} />
    </div>
  );
});
