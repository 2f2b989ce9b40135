import { useEffect, useRef } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import { isKept, type Secret } from '#domain/backend/settings.ts';
import { Field } from './Field.tsx';
import type { TextInputProps } from './TextInput.tsx';

export interface SecretInputProps
  extends Omit<TextInputProps, 'type' | 'mono' | 'below' | 'ref' | 'value' | 'onChange'> {
  readonly value: Secret;
  readonly onChange: (value: Secret) => void;
  /** How a secret that may be saved is removed. */
  readonly removal?: string | undefined;
}

/** For a secret of which the backend does not tell whether it is stored. */
const UNTOLD = 'May be set: the backend does not tell. Leave empty to keep what is stored.';

/**
 * A saved secret is shown as {@link SECRET_MASK} until its key button empties the field. One that may be saved is an
 * empty field.
 */
export function SecretInput(props: SecretInputProps) {
  const { label, icon, error, info, aside, className, value, onChange, ...others } = props;
  const isUntold = isKept(value) && value.kept === 'unknown';
  const { removal, required = false, help = isUntold ? [UNTOLD, removal].join(' ') : '', ...rest } = others;
  const isRequired = required && !isUntold;
  const field = { label, icon, required: isRequired, help, error, info, aside, className };
  const input = useRef<HTMLInputElement>(null);
  const cleared = useRef(false);
  const masked = isKept(value) && !isUntold;
  const shown = isKept(value) ? (isUntold ? '' : SECRET_MASK) : value;

  useEffect(() => {
    if (masked || !cleared.current) return;
    cleared.current = false;
    input.current?.focus();
  }, [masked]);

  function clear() {
    cleared.current = true;
    onChange('');
  }

  return (
    <Field {...field}>
      {(control) => (
        <div className="flex w-full">
          <input
            autoComplete="new-password"
            {...rest}
            {...control}
            ref={input}
            type={masked ? 'text' : 'password'}
            readOnly={masked || rest.readOnly}
            required={isRequired}
            value={shown}
            className={`${CONTROL} ${masked ? 'rounded-e-none' : ''}`}
            onChange={({ target }) => onChange(target.value)}
          />
          {masked && (
            <IconButton
              variant="plain"
              className="btn btn-sm btn-square -ms-px rounded-s-none border-line bg-base-100 hover:bg-base-200 max-sm:size-10"
              icon="icon-[ri--key-line]"
              label="Set new value"
              disabled={rest.disabled}
              onClick={clear}
            />
          )}
        </div>
      )}
    </Field>
  );
}
