import { useDeferredValue, useMemo } from 'react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { textOf } from '#domain/field-types/form-value.ts';
import { checkJson, loneNumberNotice } from '#domain/field-types/json-text.ts';
import type { FieldProps } from './field-props.ts';
import { SourceField } from './SourceField.tsx';

const STATES = {
  valid: { text: 'Valid JSON', icon: 'icon-[ri--checkbox-circle-fill] text-success' },
  invalid: { text: 'Invalid JSON', icon: 'icon-[ri--error-warning-fill] text-error' },
} as const;

/** JSON, with an icon that shows whether it is valid. */
export function JsonField(props: FieldProps) {
  const text = textOf(props.value);
  // Parsing a large document must not delay the next key press.
  const checked = useDeferredValue(text);
  const state = useMemo(() => STATES[checkJson(checked).isValid ? 'valid' : 'invalid'], [checked]);
  return (
    <SourceField
      {...props}
      icon={FIELD_ICONS.json}
      language="json"
      help={loneNumberNotice(text)}
      aside={
        <span
          role="img"
          aria-label={state.text}
          data-tooltip={state.text}
          data-tooltip-side="left"
          className={`block size-4 ${state.icon}`}
        />
      }
    />
  );
}
