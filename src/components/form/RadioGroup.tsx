import { useId } from 'react';
import { errorText, type FieldError, FieldNote } from './Field.tsx';
import { labelOf, type SelectOption } from './select-option.ts';

export interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly options: readonly (SelectOption & { readonly value: Value })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error?: FieldError;
  readonly isStacked?: boolean;
}

/** A few options, all in sight, of which one is chosen. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, labelHidden, options, value, onChange, error, isStacked = false } = props;
  const name = useId();
  const noteId = `${name}-note`;
  const message = errorText(error);
  return (
    <fieldset className="min-w-0" aria-describedby={message ? noteId : undefined}>
      <legend className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>{label}</legend>
      <div className={isStacked ? '' : 'flex flex-wrap gap-x-5'}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 cursor-pointer items-center gap-2 text-sm max-sm:min-h-10"
          >
            <input
              type="radio"
              name={name}
              className="size-4.5 shrink-0 accent-primary"
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0 wrap-anywhere">{labelOf(option)}</span>
          </label>
        ))}
      </div>
      {isStacked && <FieldNote id={noteId} error={message} />}
    </fieldset>
  );
}
