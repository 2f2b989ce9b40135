import { useRef } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { editedDate } from '#domain/app/typed-date.ts';
import { CalendarPopup } from './CalendarPopup.tsx';
import { Field, type FieldOptions } from './Field.tsx';

export interface DateInputProps extends FieldOptions {
  /** Names the date in the labels of the buttons. */
  readonly name: string;
  /** A date in UTC, shown without its fraction as `yyyy-MM-dd HH:mm:ss`, or any typed text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Time, `HH:mm:ss`, for a picked day when the value has no time. */
  readonly time?: string;
}

/** An input for a date in UTC, `2026-11-05 12:00:00`, typed or picked from a calendar. */
export function DateInput(props: DateInputProps) {
  const { name, value, onChange, time = '12:00:00', ...field } = props;
  const input = useRef<HTMLInputElement>(null);
  const shown = editedDate(value);
  // A day keeps the time, with a fraction that the input does not show.
  const pick = (picked: string) =>
    onChange(picked.slice(11) === shown.slice(11) ? picked.slice(0, 11) + value.slice(11) : picked);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={input}
            type="text"
            className={`${CONTROL} pr-16 font-mono`}
            placeholder="yyyy-MM-dd HH:mm:ss"
            autoComplete="off"
            spellCheck={false}
            required={field.required}
            value={shown}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="absolute inset-y-0 right-0.5 flex items-center">
            {!field.required && value !== '' && (
              <IconButton
                variant="medium"
                className="max-sm:size-10"
                icon="icon-[ri--close-line]"
                label={`Clear ${name}`}
                tooltip="Clear"
                onClick={() => {
                  onChange('');
                  // This button disappears and would lose the focus.
                  input.current?.focus();
                }}
              />
            )}
            <CalendarPopup
              name={name}
              day={value.slice(0, 10)}
              time={shown.slice(11) || time}
              onPick={pick}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
