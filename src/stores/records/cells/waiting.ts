import { batch } from 'nanostores';
import type { ApiError } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { pickKnown } from '#domain/records/panel/values.ts';
import type { RecordForm } from '../panel/form.ts';
import type { createRecordSave } from '../panel/save.ts';
import type { WaitingRow } from './use.ts';

export interface WaitingRecord {
  /** Has only the values that were changed, and the stored ones when that was done. */
  readonly form: RecordForm;
  readonly saver: ReturnType<typeof createRecordSave>;
  reason?: string | undefined;
  /** Of its last save. */
  error?: ApiError | undefined;
}

/** Reasons why something did not fit into cells, by the names of their fields. */
export type Misfits = ReadonlyMap<string, string>;

/** Leaves only changed values in a form. Not during a save: what was put back meanwhile is a change after it. */
export function keepChanged(form: RecordForm): void {
  if (form.$isBusy.get()) return;
  const changed = form.$changed.get();
  const errors = form.$errors.get();
  batch(() => {
    form.reset(pickKnown(changed, form.$base.get()), pickKnown(changed, form.$values.get()));
    form.setErrors(pickKnown(changed, errors));
  });
}

const shownValue = ({ kind }: FormField, value: FormValue | undefined): unknown =>
  kind === 'date' && typeof value === 'string' ? (dateToSend(value) ?? value) : value;

const mark = (reason: string | undefined, isChanged: boolean) => ({
  'data-mark': reason === undefined ? 'waiting' : 'refused',
  'aria-description': `${isChanged ? 'Changed, not saved.' : 'Not changed.'} ${reason ?? ''}`.trim(),
  ...(reason !== undefined && { 'data-tooltip': reason, 'aria-invalid': 'true' }),
});

/** What the row of a record shows; undefined for what is stored. */
export function shownRow(record: WaitingRecord | undefined, misfits: Misfits): WaitingRow | undefined {
  const changed = record?.form.$changed.get() ?? [];
  if (!changed.length && !misfits.size) return undefined;
  const values = record?.form.$values.get() ?? {};
  const errors = record?.form.$errors.get() ?? {};
  return {
    values: Object.fromEntries(
      changed.map((field) => [field.name, shownValue(field, ownOf(values, field.name))]),
    ),
    marks: new Map([
      ...[...misfits].map(([name, reason]) => [name, mark(reason, false)] as const),
      ...changed.map(({ name }) => {
        const reason = ownOf(errors, name) ?? misfits.get(name) ?? record?.reason;
        return [name, mark(reason, true)] as const;
      }),
    ]),
  };
}
