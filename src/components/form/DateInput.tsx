import { use, useRef, useState } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { editedDate } from '#domain/app/typed-date.ts';
import { Field, type FieldOptions } from './Field.tsx';

const Calendar = lazyPart(() => import('./Calendar.tsx'));

const ZoneTwins = lazyPart(() => import('./ZoneTwins.tsx'));

export interface DateInputProps extends Omit<FieldOptions, 'label' | 'help'> {
  /** Names the date in the labels of the field, with the zone, and of its buttons. */
  readonly name: string;
  /** A date in UTC, shown without its fraction as `yyyy-MM-dd HH:mm:ss`, or any typed text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Time, `HH:mm:ss`, for a picked day when the value has no time. */
  readonly time?: string;
}

/** An input for a date in UTC or in the chosen zone, `2026-11-05 12:00:00`, typed or picked from a calendar. */
export function DateInput(props: DateInputProps) {
  const { name, value, onChange, time = '12:00:00', ...field } = props;
  const zone = use(ZoneContext);
  const input = useRef<HTMLInputElement>(null);
  // What is typed in a zone stays on screen as long as both are the same; `before` is the date that it is typed over.
  const [typing, setTyping] = useState({ zone, text: '', value: '', before: '' });
  const isTyping = zone && typing.zone === zone && typing.value === value && typing.text !== '';
  const edited = zone ? zone.edited(value) : editedDate(value);
  const shown = isTyping ? typing.text : edited;
  const twins = zone?.twins(value) ?? [];

  function type(text: string) {
    if (!zone) return onChange(text);
    const before = isTyping ? typing.before : value;
    const typed = zone.typed(text, before);
    setTyping({ zone, text, value: typed, before });
    onChange(typed);
  }

  /** One of two dates that the clock shows as the text in the input. */
  function choose(twin: string) {
    setTyping({ zone, text: shown, value: twin, before: twin });
    onChange(twin);
  }

  function pick(picked: string) {
    const full = zone ? zone.edited(value, { milliseconds: true }) : value;
    // A day keeps the time, with a fraction that the input does not show.
    const kept = picked.slice(11) === shown.slice(11) ? picked.slice(0, 11) + full.slice(11) : picked;
    setTyping({ zone, text: '', value: '', before: '' });
    onChange(zone ? zone.typed(kept, value) : kept);
  }

  return (
    <Field
      {...field}
      label={`${name} (${zone?.id ?? 'UTC'})`}
      // The line keeps its height without a date.
      help={zone && (zone.note(value, shown) || ' ')}
      below={twins.length > 0 && <ZoneTwins {...{ name, value, twins }} onChange={choose} />}
    >
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
            onChange={(event) => type(event.target.value)}
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
            <PopupDialog
              label={`Calendar of ${name}`}
              trigger={{
                variant: 'medium',
                className: 'max-sm:size-10',
                icon: 'icon-[ri--calendar-line]',
                label: `Choose ${name}`,
                tooltip: undefined,
              }}
              className="min-h-72 w-72"
            >
              {(close) => (
                <Calendar
                  day={shown.slice(0, 10)}
                  time={shown.slice(11) || time}
                  onPick={(picked, isDone) => {
                    pick(picked);
                    if (isDone) close();
                  }}
                />
              )}
            </PopupDialog>
          </span>
        </div>
      )}
    </Field>
  );
}
