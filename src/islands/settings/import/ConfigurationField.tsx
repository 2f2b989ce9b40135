import type { Ref } from 'react';
import { RING } from '#components/elements/control-class.ts';
import { Field } from '#components/form/Field.tsx';
import type { FieldError } from '#components/form/field-error.ts';

export interface ConfigurationFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: FieldError;
  readonly readOnly: boolean;
}

/**
 * The text area 'Collections'. It does not grow with its text, because a configuration of several MB would be
 * laid out as a whole for each key press.
 */
export function ConfigurationField({ ref, text, onText, error, readOnly }: ConfigurationFieldProps) {
  return (
    <Field label="Collections" error={error}>
      {(control) => (
        <textarea
          {...control}
          ref={ref}
          rows={15}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          readOnly={readOnly}
          className={`textarea textarea-sm w-full resize-y font-mono text-xs leading-5 aria-invalid:textarea-error ${RING}`}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
