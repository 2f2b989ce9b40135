import { useStore } from '@nanostores/react';
import { CreatedUpdated } from '#components/elements/CreatedUpdated.tsx';
import { NewPasswords } from '#components/form/NewPasswords.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { ADMIN_FIELDS, ADMIN_SECRET_LENGTH } from '#domain/settings/admin-fields.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import type { AdminPanel } from '#stores/settings/admins/panel.ts';
import { AvatarChoice } from './AvatarChoice.tsx';

/** The fields of an administrator. */
export function AdminFields({ panel }: { readonly panel: AdminPanel }) {
  const admin = useStore(panel.$admin);
  const field = useFormFields(panel);
  const changePassword = field('changePassword');
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
      <AvatarChoice {...field('avatar')} />
      <TextInput
        {...field('email')}
        type="email"
        label={ADMIN_FIELDS.email.label}
        icon="icon-[ri--mail-line]"
        autoComplete="off"
        required
      />
      {admin && (
        <Toggle
          className="pb-2"
          label={ADMIN_FIELDS.changePassword.label}
          checked={changePassword.value}
          onChange={changePassword.onChange}
        />
      )}
      {changePassword.value && (
        <NewPasswords
          length={ADMIN_SECRET_LENGTH}
          password={field('password')}
          confirmation={field('passwordConfirm')}
        />
      )}
    </>
  );
}
