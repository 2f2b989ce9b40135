import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
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

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!(await form.start())) focusInvalid();
  }

  return (
    <OverlayPanel
      variant="centered"
      size="sm"
      title={BACKUP_TEXTS.initialize}
      initialFocus={input}
      onRequestClose={closeCreate}
      cancel="Cancel"
      footer={
        <Button variant="primary" type="submit" form={formId} busy={isStarting}>
          {CREATE_TEXTS.start}
        </Button>
      }
    >
      <Callout kind="info" className="mb-3">
        <p>{CREATE_TEXTS.locked}</p>
        <p className="mt-2">{CREATE_TEXTS.s3}</p>
      </Callout>
      <form ref={element} id={formId} noValidate onSubmit={(event) => void submit(event)}>
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
      </form>
    </OverlayPanel>
  );
}
