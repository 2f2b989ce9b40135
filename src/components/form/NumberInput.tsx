import { useState } from 'react';
import { TextInput, type TextInputProps } from './TextInput.tsx';

/** Props of {@link NumberInput}. */
export interface NumberInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type' | 'mono'> {
  /** Undefined shows an empty field. */
  readonly value: number | undefined;
  /** Undefined when the field is emptied or holds no number. */
  readonly onChange: (value: number | undefined) => void;
}

function parseNumber(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? undefined : number;
}

const formatNumber = (value: number | undefined): string => (value === undefined ? '' : String(value));

/**
 * A number with label, help and error; `min`, `max` and `step` are checked by the browser. What is typed stays
 * as it is while it is typed: '0.0' on the way to '0.05' is a 0. Left, the field shows the number that is kept.
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
        // The browser keeps '1e' on screen and tells nobody: it looked like a value that is saved.
        if (currentTarget.validity.badInput) currentTarget.value = '';
      }}
    />
  );
}
