import { type ComponentProps, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { Field, type FieldOptions } from './Field.tsx';
import { useTypedEarly } from './use-typed-early.ts';

export interface TextInputProps
  extends FieldOptions,
    Omit<ComponentProps<'input'>, keyof FieldOptions | 'value' | 'onChange' | 'id' | 'ref'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly below?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextInput(props: TextInputProps) {
  const { label, icon, required, help, error, info, aside, className, value, ...others } = props;
  const { onChange, mono, below, ref, ...rest } = others;
  const field = { label, icon, required, help, error, info, aside, className };
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  useTypedEarly(input, value, onChange);
  return (
    <Field {...field} below={below}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          ref={input}
          required={required}
          value={value}
          className={`${CONTROL} ${mono ? 'font-mono' : ''}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Stored as typed: an input of the type `email` would write `müller.example` as `xn--mller-kva.example`. */
export function EmailInput({ onChange, ...props }: Omit<TextInputProps, 'type'>) {
  return (
    <TextInput
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      pattern="\S+@\S+"
      title="An address such as name@example.com"
      {...props}
      onChange={(typed) => onChange(typed.trim())}
    />
  );
}

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'mono'>;

/** A password with label, help and error. By default, password managers treat it as a new password. */
export function PasswordInput(props: PasswordInputProps) {
  return <TextInput autoComplete="new-password" {...props} type="password" />;
}
