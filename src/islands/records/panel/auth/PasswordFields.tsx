import { useStore } from '@nanostores/react';
import { PasswordInput } from '#components/form/PasswordInput.tsx';
import { SecretGenerator } from '#components/form/SecretGenerator.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import { secretLength } from '#domain/records/panel/secret.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { useField } from '../use-field.ts';

const ICON = 'icon-[ri--lock-line]';

/** The password and its confirmation. */
export function PasswordFields({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const password = useField(panel, 'password');
  const confirmation = useField(panel, 'passwordConfirm');
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <PasswordInput
        data-field="password"
        label="Password"
        icon={ICON}
        required
        aside={<SecretGenerator length={secretLength(collection)} />}
        value={textOf(password.value)}
        error={password.error}
        onChange={password.onChange}
      />
      <PasswordInput
        data-field="passwordConfirm"
        label="Password confirm"
        icon={ICON}
        required
        value={textOf(confirmation.value)}
        error={confirmation.error}
        onChange={confirmation.onChange}
      />
    </div>
  );
}
