import { useStore } from '@nanostores/react';
import { memo, useSyncExternalStore } from 'react';
import { FieldHelp } from '#components/form/Field.tsx';
import { noteOf } from '#domain/arrangements/notes.ts';
import type { SchemaField } from '#domain/collections/collection.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { emptyValue } from '#domain/records/panel/values.ts';
import { AWAITED, FIELDS } from '#islands/field-types/controls/registry.ts';
import { NoteText } from '#islands/NoteText.tsx';
import { $notes } from '#stores/arrangements/notes.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { MarkedField } from './MarkedField.tsx';
import { useField } from './use-field.ts';

export interface RecordFieldProps {
  readonly panel: RecordPanel;
  readonly field: FormField & { readonly field: SchemaField };
}

/** A field of the collection's schema with the control of its type, which waits for a value that is not known yet. */
export const RecordField = memo(function RecordField({ panel, field }: RecordFieldProps) {
  const { value = emptyValue(field), error, onChange } = useField(panel, field.name);
  const isAwaited = useSyncExternalStore(
    panel.$awaited.listen,
    () => panel.$awaited.get()?.has(field.name) ?? false,
  );
  const note = noteOf(useStore($notes), panel.$collection.get().id, field.field.id);
  const Control = isAwaited ? AWAITED[field.field.type] : FIELDS[field.field.type];
  return (
    <div data-field={field.name} inert={isAwaited} aria-busy={isAwaited || undefined}>
      <MarkedField panel={panel} names={[field.name]}>
        <FieldHelp value={note && <NoteText note={note} />}>
          <Control field={field} value={value} error={error} onChange={onChange} panel={panel} />
        </FieldHelp>
      </MarkedField>
    </div>
  );
});
