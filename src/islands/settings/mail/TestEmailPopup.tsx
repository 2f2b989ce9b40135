import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FieldNote } from '#components/form/Field.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { MAIL_TEMPLATES } from '#domain/settings/mail.ts';
import { testEmailForm as form } from '#stores/settings/test-email.ts';
import { closeTestEmail } from '#stores/settings/test-email-open.ts';

/** Chooses the template. */
function TemplateChoice() {
  const id = useId();
  const { template } = useStore(form.$values);
  const { template: error } = useStore(form.$errors);
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="sr-only">Email template</legend>
      {MAIL_TEMPLATES.map(({ test, testLabel }) => (
        <label key={test} className="flex min-h-8 cursor-pointer items-center gap-2 text-sm max-sm:min-h-10">
          <input
            type="radio"
            name={id}
            className="size-4.5 accent-primary"
            checked={template === test}
            onChange={() => form.set('template', test)}
          />
          {testLabel}
        </label>
      ))}
      <FieldNote id={id} error={error} />
    </fieldset>
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
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={closeTestEmail}>
            Close
          </Button>
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
        </>
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
