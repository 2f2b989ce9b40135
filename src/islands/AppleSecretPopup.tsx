import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { APPLE_TEXTS, MAX_APPLE_DURATION } from '#domain/settings/providers/apple.ts';
import { useFormFields } from '#islands/use-form-fields.ts';
import type { AppleSecretForm } from '#stores/settings/apple-secret.ts';

export default function AppleSecretPopup({ form, onClose }: { form: AppleSecretForm; onClose: () => void }) {
  const field = useFormFields(form);
  const isBusy = useStore(form.$isBusy);
  useEffect(() => form.forget, [form]);
  const text = (name: 'clientId' | 'teamId' | 'keyId' | 'privateKey') => ({
    ...field(name),
    autoComplete: 'off',
    spellCheck: false,
    required: true,
  });

  return (
    <FormPopup
      size="md"
      title="Generate Apple client secret"
      onRequestClose={onClose}
      footerAside={isBusy && <SlowResponse onStop={() => form.stop()} />}
      cancel="Close"
      submit={{ icon: 'icon-[ri--key-line]', busy: isBusy, children: 'Generate and set secret' }}
      onSubmit={form.save}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextInput {...text('clientId')} label="Client ID" />
        <TextInput {...text('teamId')} label="Team ID" />
        <TextInput {...text('keyId')} label="Key ID" />
        <NumberInput
          {...field('duration')}
          label="Duration (in seconds)"
          info={APPLE_TEXTS.duration}
          required
          min={1}
          max={MAX_APPLE_DURATION}
          step={1}
        />
      </div>
      <Textarea
        {...text('privateKey')}
        label="Private key"
        mono
        // As high as the placeholder, so that the popup keeps its size when typing begins.
        style={{ minHeight: '5.25rem' }}
        placeholder={APPLE_TEXTS.privateKey}
        help={APPLE_TEXTS.notStored}
      />
    </FormPopup>
  );
}
