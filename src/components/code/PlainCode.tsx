import type { ComponentProps } from 'react';
import { RING } from '#components/elements/control-class.ts';

/** Lines of the smallest and the largest field, as of `CodeEditor`. */
const [MIN_LINES, MAX_LINES] = [4, 24];

const linesOf = (text: string) =>
  Math.min(MAX_LINES, Math.max(MIN_LINES, text.split('\n', MAX_LINES).length));

export interface PlainCodeProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A plain field for code that looks like `CodeEditor`, which takes its place once it is loaded. */
export function PlainCode({ value, onChange, ...rest }: PlainCodeProps) {
  return (
    <textarea
      {...rest}
      rows={linesOf(value)}
      spellCheck={false}
      autoComplete="off"
      data-plain-code=""
      value={value}
      className={`textarea ${RING} field-sizing-content block max-h-[31rem] min-h-24 w-full resize-none px-2 py-1.5 font-mono text-dense leading-5 break-all aria-invalid:textarea-error`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
