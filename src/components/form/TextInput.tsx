import type { ComponentProps } from 'react';
import { CONTROL } from './control-class.ts';
import { Field, type FieldOptions } from './Field.tsx';

/** Props of {@link TextInput}; what an `<input>` takes goes through to it. */
export interface TextInputProps
  extends FieldOptions,
    Omit<ComponentProps<'input'>, keyof FieldOptions | 'value' | 'onChange' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Monospace, for ids, hosts, patterns. */
  readonly mono?: boolean;
}

/** A line of text with label, help and error. */
export function TextInput(props: TextInputProps) {
  const { label, icon, required, help, error, info, aside, className, value, onChange, mono, ...rest } =
    props;
  const field = { label, icon, required, help, error, info, aside, className };
  return (
    <Field {...field}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          required={required}
          value={value}
          className={`${CONTROL} ${mono ? 'font-mono' : ''}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
