import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { CreatedUpdated } from '#components/elements/CreatedUpdated.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { FieldNote } from '#components/form/Field.tsx';
import { NewPasswords } from '#components/form/NewPasswords.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { ADMIN_FIELDS, ADMIN_SECRET_LENGTH } from '#domain/settings/admin-fields.ts';
import { deleteItem, EditPanel } from '#islands/EditPanel.tsx';
import { useAdministratorWord } from '#islands/use-administrator-word.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import { OfferedDraft, useSaveForm } from '#islands/use-save-form.tsx';
import { hasAvatars } from '#stores/settings/admins/list.ts';
import { $panels, type AdminPanel, adminTextsNow, startPanels } from '#stores/settings/admins/panel.ts';

const AVATARS = Array.from({ length: 10 }, (_, number) => number);

interface AvatarChoiceProps {
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (avatar: number) => void;
}

/** The ten avatars as one group of radio buttons: the arrow keys change the choice. */
function AvatarChoice({ value, error, onChange }: AvatarChoiceProps) {
  const name = useId();
  const noteId = `${name}-note`;
  return (
    <fieldset className="min-w-0" aria-describedby={noteId} data-invalid={error ? '' : undefined}>
      <legend className={`min-h-6 text-sm font-medium ${error ? 'text-error' : ''}`}>Avatar</legend>
      <div className="grid grid-cols-5 justify-items-center sm:-ml-1 sm:flex sm:gap-1">
        {AVATARS.map((avatar) => (
          <label
            key={avatar}
            className="relative grid size-10 cursor-pointer place-items-center rounded-full max-sm:size-12"
            data-avatar={avatar}
          >
            <input
              type="radio"
              className="peer absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
              name={name}
              aria-label={`Avatar ${avatar}`}
              checked={value === avatar}
              onChange={() => onChange(avatar)}
            />
            <Avatar
              number={avatar}
              className="pointer-events-none size-7 peer-checked:size-9 peer-checked:ring-2 peer-checked:ring-primary peer-checked:ring-offset-2 peer-checked:ring-offset-base-100 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-primary max-sm:size-9 max-sm:peer-checked:size-11"
            />
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} />
    </fieldset>
  );
}

function AdminFields({ panel }: { readonly panel: AdminPanel }) {
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
      {hasAvatars() && <AvatarChoice {...field('avatar')} />}
      <EmailInput
        {...field('email')}
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

interface Props {
  readonly panel: AdminPanel;
}

function Menu({ panel }: Props) {
  const isBusy = useStore(panel.$isBusy);
  const { word } = useAdministratorWord();
  return <MoreMenu label={`More ${word} options`} disabled={isBusy} items={[deleteItem(panel.remove)]} />;
}

function AdminPanelView({ panel }: Props) {
  const formId = useId();
  const form = useSaveForm({ ...panel, stop: panel.stopWaiting });
  const admin = useStore(panel.$admin);
  const isGone = useStore(panel.$isGone);
  const texts = adminTextsNow();
  const { word } = useAdministratorWord();
  return (
    <EditPanel
      panel={panel}
      form={form}
      formId={formId}
      isNew={!admin}
      title={`${admin ? 'Edit' : 'New'} ${word}`}
      headerAside={admin && !isGone && <Menu panel={panel} />}
    >
      {isGone && (
        <Callout kind="warning" role="alert" className="mb-3">
          {texts.gone}
        </Callout>
      )}
      <OfferedDraft panel={panel} form={form} text={texts.draft} />
      <form ref={form.ref} id={formId} autoComplete="off" onSubmit={form.onSubmit}>
        <AdminFields panel={panel} />
      </form>
    </EditPanel>
  );
}

export default function AdminPanels() {
  const panels = useStore($panels);
  useEffect(startPanels, []);
  return panels.map((panel) => <AdminPanelView key={panel.id} panel={panel} />);
}
