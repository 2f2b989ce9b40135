import { useStore } from '@nanostores/react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Checkbox } from '#components/form/Checkbox.tsx';
import { EmailInput } from '#components/form/EmailInput.tsx';
import { NewPasswords } from '#components/form/NewPasswords.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { secretLength } from '#domain/records/panel/secret.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { MarkedField } from './MarkedField.tsx';
import { useField, useTextField } from './use-field.ts';

/** The email address of an auth record, and whether others may see it. */
function EmailField({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const email = useTextField(panel, 'email');
  const visibility = useField(panel, 'emailVisibility');
  const isPublic = visibility.value === true;
  return (
    <EmailInput
      {...email}
      data-field="email"
      label="Email"
      icon={FIELD_ICONS.email}
      autoComplete="off"
      required={collection.options['requireEmail'] === true}
      error={email.error ?? visibility.error}
      aside={
        <button
          type="button"
          className={`inline-flex h-6 cursor-pointer items-center rounded-field px-1.5 text-xs font-medium max-sm:-my-2 max-sm:h-10 ${isPublic ? 'text-success' : 'text-muted'} hover:bg-tint`}
          data-tooltip="Make email public or private"
          data-tooltip-side="left"
          onClick={() => visibility.onChange(!isPublic)}
        >
          Public: {isPublic ? 'On' : 'Off'}
        </button>
      }
    />
  );
}

/** The password and its confirmation. */
function PasswordFields({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const password = useTextField(panel, 'password');
  const confirmation = useTextField(panel, 'passwordConfirm');
  return (
    <NewPasswords
      length={secretLength(collection)}
      password={{ ...password, 'data-field': 'password' }}
      confirmation={{ ...confirmation, 'data-field': 'passwordConfirm' }}
    />
  );
}

/** The fields of an auth record that are not in the schema. */
export function AuthFields({ panel }: { readonly panel: RecordPanel }) {
  const isNew = useStore(panel.$recordId) === undefined;
  const changesPassword = useStore(panel.$changePassword);
  const username = useTextField(panel, 'username');
  const verified = useField(panel, 'verified');
  return (
    <>
      <MarkedField panel={panel} names={['username']}>
        <TextInput
          {...username}
          label="Username"
          icon={FIELD_ICONS.username}
          autoComplete="off"
          // The backend generates one for a new record, and reports a missing one later.
          placeholder={isNew ? 'Leave empty to auto generate...' : undefined}
        />
      </MarkedField>
      <MarkedField panel={panel} names={['email', 'emailVisibility']}>
        <EmailField panel={panel} />
      </MarkedField>
      {!isNew && (
        <Checkbox
          className="pb-2"
          label="Change password"
          checked={changesPassword}
          onChange={panel.setChangePassword}
        />
      )}
      {changesPassword && <PasswordFields panel={panel} />}
      <MarkedField panel={panel} names={['verified']}>
        <Toggle
          className="pb-2"
          label="Verified"
          icon="icon-[ri--shield-check-line]"
          checked={verified.value === true}
          error={verified.error}
          onChange={() => void panel.toggleVerified()}
        />
      </MarkedField>
      <hr className="mb-3 border-base-300" />
    </>
  );
}
