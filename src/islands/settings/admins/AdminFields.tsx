import { useStore } from '@nanostores/react';
import { CreatedUpdated } from '#components/elements/CreatedUpdated.tsx';
import { PasswordInput } from '#components/form/PasswordInput.tsx';
import { SecretGenerator } from '#components/form/SecretGenerator.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { ADMIN_FIELDS, ADMIN_SECRET_LENGTH } from '#domain/settings/admin-fields.ts';
import type { AdminPanel } from '#stores/settings/admins/panel.ts';
import { AvatarChoice } from './AvatarChoice.tsx';

const LOCK = 'icon-[ri--lock-line]';

function Passwords({ panel }: { readonly panel: AdminPanel }) {
  const { password, passwordConfirm } = useStore(panel.$values);
  const errors = useStore(panel.$errors);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <PasswordInput
        label={ADMIN_FIELDS.password.label}
        icon={LOCK}
        required
        aside={<SecretGenerator length={ADMIN_SECRET_LENGTH} />}
        value={password}
        error={errors['password']}
        onChange={(value) => panel.set('password', value)}
      />
      <PasswordInput
        label={ADMIN_FIELDS.passwordConfirm.label}
        icon={LOCK}
        required
        value={passwordConfirm}
        error={errors['passwordConfirm']}
        onChange={(value) => panel.set('passwordConfirm', value)}
      />
    </div>
  );
}

/** The fields of an administrator. */
export function AdminFields({ panel }: { readonly panel: AdminPanel }) {
  const admin = useStore(panel.$admin);
  const { email, avatar, changePassword } = useStore(panel.$values);
  const errors = useStore(panel.$errors);
  return (
    <>
      {admin && (
        <TextInput
          label="id"
          icon="icon-[ri--key-line]"
          mono
          readOnly
          aside={<CreatedUpdated {...admin} />}
          value={admin.id}
          onChange={() => {}}
        />
      )}
      <AvatarChoice
        value={avatar}
        error={errors['avatar']}
        onChange={(value) => panel.set('avatar', value)}
      />
      <TextInput
        type="email"
        label={ADMIN_FIELDS.email.label}
        icon="icon-[ri--mail-line]"
        autoComplete="off"
        required
        value={email}
        error={errors['email']}
        onChange={(value) => panel.set('email', value)}
      />
      {admin && (
        <Toggle
          className="pb-2"
          label={ADMIN_FIELDS.changePassword.label}
          checked={changePassword}
          onChange={(value) => panel.set('changePassword', value)}
        />
      )}
      {changePassword && <Passwords panel={panel} />}
    </>
  );
}
