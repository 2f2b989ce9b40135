import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** What the controls need of the panel around them. */
export type FieldPanel = Pick<RecordPanel, '$isDirty' | '$known'>;

/** Props of the control of every field type. A control renders its own label with the kit's `Field`. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FormValue;
  /** The message of the backend, or of a check before sending. */
  readonly error: string | undefined;
  readonly onChange: (value: FormValue) => void;
  readonly panel: FieldPanel;
}

/** What every control shows of its field. */
export const fieldOptions = ({ field, error }: FieldProps, type: FieldType) => ({
  label: field.name,
  icon: FIELD_ICONS[type],
  required: field.required,
  error,
});
