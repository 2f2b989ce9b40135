import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { EmailInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { MAIL_TEMPLATES } from '#domain/settings/mail.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import { closeTestEmail } from '#stores/app/popups.ts';
import { testEmailForm as form } from '#stores/settings/test-email.ts';

const TEMPLATES = MAIL_TEMPLATES.map(({ test, testLabel }) => ({ value: test, label: testLabel }));

export default function TestEmailPopup() {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const field = useFormFields(form);
  const email = field('email');
  const isBusy = useStore(form.$isBusy);
  useEffect(() => form.start(), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void form.send();
  }

  return (
    <OverlayPanel
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
          disabled={email.value === ''}
          busy={isBusy}
        >
          Send
        </Button>
      }
    >
      <form id={formId} onSubmit={submit}>
        <RadioGroup {...field('template')} label="Email template" labelHidden isStacked options={TEMPLATES} />
        <EmailInput
          {...email}
          ref={input}
          label="To email address"
          name="email"
          autoComplete="email"
          required
        />
      </form>
    </OverlayPanel>
  );
}
