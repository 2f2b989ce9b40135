import type { FormField } from '../../../../lib/domain/record-form/fields.ts';
import type { FormValue } from '../../../../lib/domain/record-form/values.ts';
import type { RecordPanel } from '../../../../stores/record-panel/panel.ts';

/** What the control of every type of field gets; it renders its own label through the kit's `Field`. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FormValue;
  /** What the backend or a check before sending says about the value (ER-07). */
  readonly error: string | undefined;
  readonly onChange: (value: FormValue) => void;
  readonly panel: RecordPanel;
}
