import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { Field, type FieldOptions } from './Field.tsx';

export interface TextInputProps
  extends FieldOptions,
    Omit<ComponentProps<'input'>, keyof FieldOptions | 'value' | 'onChange' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
  readonly below?: ReactNode;
}

/** Takes over what was typed before hydration: React keeps it on screen but not in its state, and would lose it. */
function useTypedEarly(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): void {
  const isHydrated = useIsHydrated();
  const [, setTakenOver] = useState(false);
  const adopt = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (value === '' && typed !== '') onChange(typed);
    // At once: React subscribes to a store only later, and would replace a letter typed in between.
    if (!isHydrated) setTakenOver(true);
  });
  useLayoutEffect(() => adopt(), []);
}

/** A single-line text input with label, help and error. */
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
