import { FIELD_ICONS } from '../../../../components/field-icons.ts';
import { CONTROL } from '../../../../components/form/control-class.ts';
import { Field } from '../../../../components/form/Field.tsx';
import { DATE_LENGTH, textOf } from '../../../../lib/domain/record-form/values.ts';
import { CalendarPopup } from './CalendarPopup.tsx';
import type { FieldProps } from './field-props.ts';

const ICON_BUTTON =
  'inline-flex size-7 shrink-0 cursor-pointer items-center justify-center rounded-field text-muted hover:bg-base-content/10 hover:text-base-content max-sm:size-9';

/** Time of a day that is picked while there is none. */
const NOON = '12:00:00';

/** A date in UTC of 19 characters, `2026-11-05 12:00:00`, to be typed or picked from a calendar (RF-06). */
export function DateField({ field, value, error, onChange }: FieldProps) {
  const text = textOf(value);
  const label = `${field.name} (UTC)`;
  const pick = (day: string) => onChange(`${day} ${text.slice(11) || NOON}`);
  return (
    <Field label={label} icon={FIELD_ICONS.date} required={field.required} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type="text"
            className={`${CONTROL} pr-16 font-mono`}
            placeholder="yyyy-MM-dd HH:mm:ss"
            maxLength={DATE_LENGTH}
            autoComplete="off"
            spellCheck={false}
            required={field.required}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="absolute inset-y-0 right-0.5 flex items-center">
            {!field.required && text !== '' && (
              <button
                type="button"
                className={ICON_BUTTON}
                aria-label={`Clear ${field.name}`}
                data-tooltip="Clear"
                onClick={() => onChange('')}
              >
                <span aria-hidden="true" className="icon-[ri--close-line] size-4" />
              </button>
            )}
            <CalendarPopup name={field.name} day={text.slice(0, 10)} onPick={pick} className={ICON_BUTTON} />
          </span>
        </div>
      )}
    </Field>
  );
}
