import { type ComponentProps, type Ref, useImperativeHandle, useRef } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { Field, type FieldOptions } from './Field.tsx';
import { useTypedEarly } from './use-typed-early.ts';

/** Props of {@link TextInput}; what an `<input>` takes goes through to it. */
export interface TextInputProps
  extends FieldOptions,
    Omit<ComponentProps<'input'>, keyof FieldOptions | 'value' | 'onChange' | 'id' | 'ref'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Monospace, for ids, hosts, patterns. */
  readonly mono?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A turn of the wheel over a number that has the focus would change it, meant or not, instead of scrolling what
 * it stands in: the browser leaves it alone while it can't be edited.
 */
function keepNumber({ currentTarget }: { readonly currentTarget: HTMLInputElement }) {
  if (currentTarget.readOnly) return;
  currentTarget.readOnly = true;
  requestAnimationFrame(() => {
    currentTarget.readOnly = false;
  });
}

/** A line of text with label, help and error. */
export function TextInput(props: TextInputProps) {
  const { label, icon, required, help, error, info, aside, className, value, ...others } = props;
  const { onChange, mono, ref, ...rest } = others;
  const field = { label, icon, required, help, error, info, aside, className };
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  useTypedEarly(input, value, onChange);
  return (
    <Field {...field}>
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
          onWheel={rest.type === 'number' ? keepNumber : undefined}
        />
      )}
    </Field>
  );
}
