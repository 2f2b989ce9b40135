import { useStore } from '@nanostores/react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Checkbox } from '#components/form/Checkbox.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { MarkedField } from '../MarkedField.tsx';
import { useField } from '../use-field.ts';
import { EmailInput } from './EmailInput.tsx';
import { PasswordFields } from './PasswordFields.tsx';

/** The fields of an auth record that are not in the schema. */
export function AuthFields({ panel }: { readonly panel: RecordPanel }) {
  const isNew = useStore(panel.$recordId) === undefined;
  const changesPassword = useStore(panel.$changePassword);
  const username = useField(panel, 'username');
  const verified = useField(panel, 'verified');
  return (
    <>
      <MarkedField panel={panel} names={['username']}>
        <TextInput
          label="Username"
          icon={FIELD_ICONS.username}
          autoComplete="off"
          // The backend generates one for a new record, and reports a missing one later.
          placeholder={isNew ? 'Leave empty to auto generate...' : undefined}
          value={textOf(username.value)}
          error={username.error}
          onChange={username.onChange}
        />
      </MarkedField>
      <MarkedField panel={panel} names={['email', 'emailVisibility']}>
        <EmailInput panel={panel} />
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
