import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Callout } from '#components/feedback/Callout.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { randomSecret } from '#domain/app/random-secret.ts';
import { BACKUP_TEXTS, CREATE_TEXTS } from '#domain/settings/backups.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import { closeCreate } from '#stores/app/popups.ts';
import { createBackupForm as form } from '#stores/settings/backups/create.ts';

export default function CreatePopup() {
  const [formId] = useState(() => `backup_create_${randomSecret(5)}`);
  const element = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const focusInvalid = useFocusOn(element, '[aria-invalid="true"]');
  const field = useFormFields(form);
  const isStarting = useStore(form.$isStarting);
  useEffect(form.open, []);

  return (
    <FormPopup
      writes
      title={BACKUP_TEXTS.initialize}
      initialFocus={input}
      onRequestClose={closeCreate}
      cancel="Cancel"
      submit={{ busy: isStarting, children: CREATE_TEXTS.start }}
      form={{ ref: element, id: formId, noValidate: true }}
      onSubmit={async () => (await form.start()) || focusInvalid()}
      above={
        <Callout kind="info" className="mb-3">
          <p>{CREATE_TEXTS.locked}</p>
          <p className="mt-2">{CREATE_TEXTS.s3}</p>
        </Callout>
      }
    >
      <TextInput
        {...field('name')}
        ref={input}
        label={CREATE_TEXTS.name}
        name="name"
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={CREATE_TEXTS.placeholder}
        help={CREATE_TEXTS.help}
      />
    </FormPopup>
  );
}
