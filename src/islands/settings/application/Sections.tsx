import { type ReactNode, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { countText } from '#domain/app/count-text.ts';
import { isHardToRead, SECTION_TEXTS } from '#domain/settings/application-texts.ts';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { applicationForm as form } from '#stores/settings/application.ts';
import { AllowedAddresses, TrustedProxy } from './Addresses.tsx';
import { RateLimits } from './RateLimits.tsx';

interface SectionProps {
  readonly title: string;
  readonly icon: string;
  /** What is on, while the section is closed. */
  readonly state: string;
  /** Of the paths of its fields. */
  readonly paths: string;
  /** Rendered while it is open, and after that. */
  readonly children: () => ReactNode;
}

/** Opens with the first message for one of its fields. */
function Section({ title, icon, state, paths, children }: SectionProps) {
  const { errors } = useSettingFields(form);
  const hasErrors = Object.keys(errors).some((path) => path.startsWith(`${paths}.`));
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!wasOpened && (isOpen || hasErrors)) setWasOpened(true);
  return (
    <Accordion
      title={title}
      icon={icon}
      open={isOpen || hasErrors}
      aside={
        <>
          <span className="shrink-0 text-xs font-normal text-muted">{state}</span>
          {hasErrors && <ErrorIndicator />}
        </>
      }
      onToggle={setIsOpen}
    >
      {wasOpened && children()}
    </Accordion>
  );
}

const switched = (isOn: boolean | undefined): string => (isOn ? 'On' : 'Off');

function AccentColor() {
  const field = useSettingFields(form);
  const { value = '', ...accent } = field('application.accent');
  return (
    <TextInput
      {...accent}
      value={value}
      icon="icon-[ri--contrast-2-line]"
      className="mt-2"
      required
      mono
      maxLength={7}
      pattern="#[0-9a-fA-F]{6}"
      title={SECTION_TEXTS.accentFormat}
      autoComplete="off"
      spellCheck={false}
      help={isHardToRead(value) ? SECTION_TEXTS.accentTooLight : SECTION_TEXTS.accent}
      aside={
        <input
          type="color"
          aria-label={SECTION_TEXTS.chooseAccent}
          className="h-6 w-12 cursor-pointer rounded-selector max-sm:h-10"
          value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
          onChange={({ target }) => accent.onChange(target.value)}
        />
      }
    />
  );
}

function Batch() {
  const field = useSettingFields(form);
  const isOn = field.values['batch.isEnabled'] ?? false;
  const number = { required: true, min: isOn ? 1 : 0, step: 1 } as const;
  return (
    <>
      <p className="mb-2 text-muted">{SECTION_TEXTS.batch}</p>
      <Toggle {...field.toggle('batch.isEnabled')} checked={isOn} />
      <div className="mt-2 grid gap-x-3 sm:grid-cols-3">
        <NumberInput {...field('batch.maxRequests')} {...number} />
        <NumberInput {...field('batch.timeout')} {...number} />
        <NumberInput {...field('batch.maxBodySize')} {...number} min={0} help={SECTION_TEXTS.maxBodySize} />
      </div>
    </>
  );
}

/** What only some backends have of the settings of an application; those without a section don't show it. */
export default function Sections() {
  const { values } = useSettingFields(form);
  const rules = values['rateLimits.rules'] ?? [];
  const headers = values['proxy.headers'];
  const addresses = values['administrators.addresses'];
  const batch = values['batch.isEnabled'];
  return (
    <>
      {values['application.accent'] !== undefined && <AccentColor />}
      <div className="col-span-full mt-3 mb-4 flex flex-col gap-1.5">
        {batch !== undefined && (
          <Section title="Batch requests" icon="icon-[ri--list-check]" state={switched(batch)} paths="batch">
            {() => <Batch />}
          </Section>
        )}
        {headers && (
          <Section
            title="Trusted proxy"
            icon="icon-[ri--arrow-left-right-line]"
            state={headers.length ? headers.join(', ') : 'None'}
            paths="proxy"
          >
            {() => <TrustedProxy />}
          </Section>
        )}
        <Section
          title="Rate limits"
          icon="icon-[ri--equalizer-line]"
          state={`${switched(values['rateLimits.isEnabled'])}, ${countText(rules.length, 'rule', 'rules')}`}
          paths="rateLimits"
        >
          {() => <RateLimits />}
        </Section>
        {addresses && (
          <Section
            title={SECTION_TEXTS.addressesTitle}
            icon="icon-[ri--shield-user-line]"
            state={addresses.length ? countText(addresses.length, 'entry', 'entries') : 'From everywhere'}
            paths="administrators"
          >
            {() => <AllowedAddresses />}
          </Section>
        )}
      </div>
    </>
  );
}
