import { useId } from 'react';
import { labelOf, type SelectOption } from './select-option.ts';

export interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (SelectOption & { readonly value: Value })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A few options of which one is chosen, all in sight. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
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
            <bdi className="min-w-0 wrap-anywhere">{labelOf(option)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
