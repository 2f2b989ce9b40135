import { useStore } from '@nanostores/react';
import type { SchemaField } from '#domain/collections/collection.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { AuthFields } from './auth/AuthFields.tsx';
import { IdField } from './IdField.tsx';
import { RecordField } from './RecordField.tsx';

const isOfSchema = (field: FormField): field is FormField & { readonly field: SchemaField } =>
  field.field !== undefined;

/** Every field of a record in order: id, those of an account, the schema's. */
export function PanelForm({ panel }: { readonly panel: RecordPanel }) {
  const { type } = useStore(panel.$collection);
  const fields = useStore(panel.$fields);
  return (
    <>
      <IdField panel={panel} />
      {type === 'auth' && <AuthFields panel={panel} />}
      {fields.filter(isOfSchema).map((field) => (
        <RecordField key={field.field.id} panel={panel} field={field} />
      ))}
    </>
  );
}
