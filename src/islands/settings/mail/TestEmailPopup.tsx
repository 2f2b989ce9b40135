import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { MAIL_TEMPLATES } from '#domain/settings/mail.ts';
import { testEmailForm as form } from '#stores/settings/test-email.ts';
import { closeTestEmail } from '#stores/settings/test-email-open.ts';

const TEMPLATES = MAIL_TEMPLATES.map(({ test, testLabel }) => ({ value: test, label: testLabel }));

/** Chooses the template. */
function TemplateChoice() {
  const { template } = useStore(form.$values);
  const { template: error } = useStore(form.$errors);
  return (
    <RadioGroup
      label="Email template"
      labelHidden
      isStacked
      options={TEMPLATES}
      value={template}
      onChange={(value) => form.set('template', value)}
      error={error}
    />
  );
}

/** The popup 'Send test email'. */
export default function TestEmailPopup() {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { email } = useStore(form.$values);
  const { email: error } = useStore(form.$errors);
  const isBusy = useStore(form.$isBusy);
  useEffect(() => form.start(), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void form.send();
  }

  return (
    <OverlayPanel
      open
      variant="centered"
      size="sm"
      title="Send test email"
      busy={isBusy}
      initialFocus={input}
      onRequestClose={closeTestEmail}
      cancel="Close"
      footer={
        <Button
          variant="primary"
          type="submit"
          form={formId}
          icon="icon-[ri--mail-send-line]"
          disabled={email === ''}
          busy={isBusy}
        >
          Send
        </Button>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TemplateChoice />
        <TextInput
          ref={input}
          label="To email address"
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          error={error}
          onChange={(value) => form.set('email', value)}
        />
      </form>
    </OverlayPanel>
  );
}
