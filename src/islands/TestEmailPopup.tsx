import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { Select } from '#components/form/Select.tsx';
import { EmailInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { MAIL_TEMPLATES, MORE_TEST_TEMPLATES, type TestTemplate } from '#domain/settings/mail.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import { can } from '#stores/app/capabilities.ts';
import { closeTestEmail } from '#stores/app/popups.ts';
import { $authCollections } from '#stores/settings/auth-collections.ts';
import { $testCollection, testEmailForm as form } from '#stores/settings/test-email.ts';

const choiceOf = ({ test, testLabel }: { readonly test: TestTemplate; readonly testLabel: string }) => ({
  value: test,
  label: testLabel,
});

/** Of which collection the template is. */
function CollectionChoice() {
  const collection = useFormFields(form)('collection');
  const load = useStore($authCollections);
  const options =
    load.state === 'ready' ? load.value.map(({ id, name }) => ({ value: id, label: name })) : [];
  return (
    <Select
      {...collection}
      value={useStore($testCollection)}
      label="Auth collection"
      required
      options={options}
    />
  );
}

interface TestEmailPopupProps {
  /** Id of the collection whose templates are sent; by default it is chosen, where collections have their own. */
  readonly collection?: string;
}

export default function TestEmailPopup({ collection }: TestEmailPopupProps) {
  const input = useRef<HTMLInputElement>(null);
  const field = useFormFields(form);
  const email = field('email');
  const isBusy = useStore(form.$isBusy);
  useEffect(() => form.start(collection), [collection]);
  const hasOwn = can().hasOwnAuth;
  const templates = [...MAIL_TEMPLATES, ...(hasOwn ? MORE_TEST_TEMPLATES : [])].map(choiceOf);

  return (
    <FormPopup
      writes
      title="Send test email"
      busy={isBusy}
      initialFocus={input}
      onRequestClose={closeTestEmail}
      cancel="Close"
      submit={{
        ...{ icon: 'icon-[ri--send-plane-2-line]', children: 'Send' },
        ...{ disabled: email.value === '', busy: isBusy },
      }}
      onSubmit={form.send}
    >
      <RadioGroup {...field('template')} label="Email template" labelHidden isStacked options={templates} />
      {hasOwn && collection === undefined && <CollectionChoice />}
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
