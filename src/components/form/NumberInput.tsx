import { TextInput, type TextInputProps } from './TextInput.tsx';

/** Props of {@link NumberInput}. */
export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'mono'> {
  /** Undefined shows an empty field. */
  readonly value: number | undefined;
  /** Undefined when the field is emptied or holds no number. */
  readonly onChange: (value: number | undefined) => void;
}

/** A number with label, help and error; `min`, `max` and `step` are checked by the browser. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  return (
    <TextInput
      step="any"
      {...rest}
      mono
      type="number"
      value={value === undefined ? '' : String(value)}
      onChange={(text) => {
        const number = Number(text);
        onChange(text.trim() === '' || Number.isNaN(number) ? undefined : number);
      }}
    />
  );
}
