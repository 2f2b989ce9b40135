import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { RING } from '#components/elements/control-class.ts';
import { Field, type FieldOptions } from './Field.tsx';

export interface TextareaProps
  extends FieldOptions,
    Omit<ComponentProps<'textarea'>, keyof FieldOptions | 'value' | 'onChange' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mono?: boolean;
}

/** A multi-line text input that grows with its content up to 60% of the window height, in the direction of its text. */
export function Textarea(props: TextareaProps) {
  const { label, icon, required, help, error, info, aside, className, value, ...others } = props;
  const { onChange, mono, rows = 2, ...rest } = others;
  const field = { label, icon, required, help, error, info, aside, className };
  const area = useRef<HTMLTextAreaElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [value]);

  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...rest}
          rows={rows}
          {...control}
          ref={area}
          dir={mono ? undefined : 'auto'}
          required={required}
          value={value}
          className={`textarea textarea-sm field-sizing-content max-h-[60vh] ${rows === 1 ? 'min-h-8 py-1 max-sm:min-h-10 max-sm:py-2' : 'min-h-14'} w-full resize-y text-sm leading-5 aria-invalid:textarea-error ${RING} ${mono ? 'font-mono' : ''}`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
