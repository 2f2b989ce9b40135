import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { EmailInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { MAIL_TEMPLATES } from '#domain/settings/mail.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import { closeTestEmail } from '#stores/app/popups.ts';
import { testEmailForm as form } from '#stores/settings/test-email.ts';

const TEMPLATES = MAIL_TEMPLATES.map(({ test, testLabel }) => ({ value: test, label: testLabel }));

export default function TestEmailPopup() {
  const input = useRef<HTMLInputElement>(null);
  const field = useFormFields(form);
  const email = field('email');
  const isBusy = useStore(form.$isBusy);
  useEffect(() => form.start(), []);

  return (
    <FormPopup
      title="Send test email"
      busy={isBusy}
      initialFocus={input}
      onRequestClose={closeTestEmail}
      cancel="Close"
      submit={{
        ...{ icon: 'icon-[ri--mail-send-line]', children: 'Send' },
        ...{ disabled: email.value === '', busy: isBusy },
      }}
      onSubmit={form.send}
    >
      <RadioGroup {...field('template')} label="Email template" labelHidden isStacked options={TEMPLATES} />
      <EmailInput
        {...email}
        ref={input}
        label="To email address"
        name="email"
        autoComplete="email"
        required
      />
    </FormPopup>
  );
}
