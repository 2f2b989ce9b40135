import { useState } from 'react';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface NumberInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'mono'> {
  /** Undefined shows an empty field. */
  readonly value: number | undefined;
  /** Called with undefined when the field is empty or has no valid number. */
  readonly onChange: (value: number | undefined) => void;
}

function parseNumber(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? undefined : number;
}

const formatNumber = (value: number | undefined): string => (value === undefined ? '' : String(value));

/**
 * A number with label, help and error; the browser checks `min`, `max` and `step`. While the user types, the text
 * stays as typed: '0.0' on the way to '0.05' is a 0. On blur the field shows the stored number.
 */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  const [text, setText] = useState(() => formatNumber(value));
  return (
    <TextInput
      step="any"
      {...rest}
      mono
      type="number"
      value={parseNumber(text) === value ? text : formatNumber(value)}
      onChange={(typed) => {
        setText(typed);
        onChange(parseNumber(typed));
      }}
      onBlur={({ currentTarget }) => {
        setText(formatNumber(value));
        // The browser shows '1e' but reports no value, so it would look like a saved value.
        if (currentTarget.validity.badInput) currentTarget.value = '';
      }}
    />
  );
}
