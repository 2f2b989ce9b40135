import type { FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** What the control of every type of field gets; it renders its own label through the kit's `Field`. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FormValue;
  /** What the backend or a check before sending says about the value (ER-07). */
  readonly error: string | undefined;
  readonly onChange: (value: FormValue) => void;
  readonly panel: RecordPanel;
}
