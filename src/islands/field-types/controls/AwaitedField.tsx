import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Field } from '#components/form/Field.tsx';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

/** The smallest height of the control that follows, so that little moves. */
const HEIGHTS: Readonly<Partial<Record<FieldType, string>>> = {
  editor: 'min-h-60',
  json: 'min-h-24',
};

/** In place of a field whose value is not completely known before the record is loaded. What is known is shown. */
export function AwaitedField({ field, value }: FieldProps) {
  const type = field.field?.type ?? 'text';
  return (
    <Field label={field.name} icon={FIELD_ICONS[type]} required={field.required}>
      {() => (
        <div
          className={`max-h-[31rem] overflow-hidden rounded-field border border-line px-2 py-1.5 font-mono text-dense leading-5 wrap-anywhere whitespace-pre-wrap text-muted ${HEIGHTS[type] ?? 'min-h-8'}`}
        >
          {textOf(value)}
        </div>
      )}
    </Field>
  );
}
