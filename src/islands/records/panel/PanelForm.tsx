import { useStore } from '@nanostores/react';
import type { SchemaField } from '#domain/collections/collection.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { AuthFields } from './AuthFields.tsx';
import { IdField } from './IdField.tsx';
import { RecordField } from './RecordField.tsx';

const isSchemaField = (field: FormField): field is FormField & { readonly field: SchemaField } =>
  field.field !== undefined;

export interface PanelFormProps {
  readonly panel: RecordPanel;
  /** Number of schema fields to render, see `useShownCount`. */
  readonly count: number;
}

/** The fields of a record in order: id, auth fields, schema fields. */
export function PanelForm({ panel, count }: PanelFormProps) {
  const { type } = useStore(panel.$collection);
  const fields = useStore(panel.$fields);
  return (
    <>
      <IdField panel={panel} />
      {type === 'auth' && <AuthFields panel={panel} />}
      {fields
        .filter(isSchemaField)
        .slice(0, count)
        .map((field) => (
          <RecordField key={field.field.id} panel={panel} field={field} />
        ))}
    </>
  );
}
