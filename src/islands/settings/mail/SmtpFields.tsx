import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { SecretInput } from '#components/form/SecretInput.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { isKept } from '#domain/backend/settings.ts';
import {
  AUTH_METHODS,
  authMethodOf,
  DEFAULT_AUTH_METHOD,
  MAIL_TEXTS,
  TLS_CHOICES,
} from '#domain/settings/mail.ts';
import { useSection, useSettingFields } from '#islands/use-setting-fields.ts';
import { $can } from '#stores/app/capabilities.ts';
import { mailForm } from '#stores/settings/mail.ts';

const OPTIONS = ['smtp.isTlsOnly', 'smtp.authMethod', 'smtp.localName'] as const;

function MoreOptions() {
  const field = useSettingFields(mailForm);
  const { 'smtp.authMethod': stored } = useStore(mailForm.$base);
  const tls = field('smtp.isTlsOnly');
  const authMethod = field('smtp.authMethod');
  return (
    <div className="grid gap-x-3 sm:grid-cols-3">
      <Select
        {...tls}
        required
        options={TLS_CHOICES}
        value={String(tls.value)}
        onChange={(value) => tls.onChange(value === 'true')}
      />
      <Select
        {...authMethod}
        required
        options={AUTH_METHODS}
        value={authMethod.value || DEFAULT_AUTH_METHOD}
        onChange={(value) => authMethod.onChange(authMethodOf(value, stored))}
      />
      <TextInput
        {...field('smtp.localName')}
        placeholder="Default to localhost"
        info={MAIL_TEXTS.localName}
        autoComplete="off"
      />
    </div>
  );
}

/** Where the backend does not tell whether there is one, emptying the field keeps it: another control removes it. */
function Password() {
  const field = useSettingFields(mailForm);
  const { 'smtp.password': base } = useStore(mailForm.$base);
  const isUntold = isKept(base) && base.kept === 'unknown';
  const { emptiesMailPassword } = useStore($can);
  const password = field('smtp.password');
  const isRemoved = isUntold && password.value === '';
  return (
    <div className="sm:col-span-3">
      <SecretInput
        {...password}
        disabled={isRemoved}
        removal={emptiesMailPassword ? undefined : MAIL_TEXTS.keepsPassword}
      />
      {isUntold && emptiesMailPassword && (
        <Checkbox
          label={MAIL_TEXTS.removesPassword}
          checked={isRemoved}
          onChange={(removes) => mailForm.set('smtp.password', removes ? '' : base)}
        />
      )}
    </div>
  );
}

export default function SmtpFields() {
  const field = useSettingFields(mailForm);
  const optionsId = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  // A message of the backend must be visible.
  const showsOptions = isExpanded || OPTIONS.some((path) => field.errors[path] !== undefined);
  const isOn = field.values['smtp.isEnabled'];
  // Numbers and the password are also checked while SMTP is off.
  const hasMessage = Object.keys(field.errors).some((path) => path.startsWith('smtp.'));
  const isShown = useSection(isOn, hasMessage, mailForm.$isDirty);
  return (
    <>
      <Toggle {...field.toggle('smtp.isEnabled')} info={MAIL_TEXTS.smtp} />
      {isShown && (
        <div className="mt-2">
          <div className="grid gap-x-3 sm:grid-cols-6">
            <TextInput {...field('smtp.host')} className="sm:col-span-4" required={isOn} autoComplete="off" />
            <NumberInput {...field('smtp.port')} className="sm:col-span-2" required={isOn} min={0} step={1} />
            <TextInput {...field('smtp.username')} className="sm:col-span-3" autoComplete="off" />
            <Password />
          </div>
          <Button
            icon={showsOptions ? 'icon-[ri--arrow-up-s-line]' : 'icon-[ri--arrow-down-s-line]'}
            aria-expanded={showsOptions}
            aria-controls={optionsId}
            onClick={() => setIsExpanded(!showsOptions)}
          >
            {showsOptions ? 'Hide more options' : 'Show more options'}
          </Button>
          <div id={optionsId} className="mt-2">
            {showsOptions && <MoreOptions />}
          </div>
        </div>
      )}
    </>
  );
}
