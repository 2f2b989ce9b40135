import { DateTime } from '#components/elements/DateTime.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Field } from '#components/form/Field.tsx';
import { NO_VALUE, valueText } from '#domain/app/value-text.ts';
import type { Field as StoredField } from '#domain/backend/field.ts';
import { shownType } from '#domain/field-types/field-type.ts';

export interface UntypedFieldProps {
  readonly field: StoredField;
  /** As the backend has it; undefined while it is not known, or for a new record. */
  readonly value: unknown;
}

/** A value that nobody types: a date that the backend sets, or one of a type that is not known here. */
export default function UntypedField({ field, value }: UntypedFieldProps) {
  const isDate = field.type === 'autodate';
  const help = isDate
    ? 'Set by the backend.'
    : `Atoll does not know the type “${field.type === 'unknown' ? field.typeName : field.type}”: a save leaves the value as it is.`;
  return (
    <Field label={field.name} icon={FIELD_ICONS[shownType(field.type)]} help={help}>
      {({ id, ...control }) => (
        <output
          {...control}
          id={id}
          className="block min-h-8 rounded-field border border-line px-2 py-1.5 font-mono text-dense leading-5 wrap-anywhere whitespace-pre-wrap text-muted"
        >
          {value === undefined || value === '' ? (
            NO_VALUE
          ) : isDate ? (
            <DateTime value={valueText(value)} />
          ) : (
            JSON.stringify(value)
          )}
        </output>
      )}
    </Field>
  );
}
