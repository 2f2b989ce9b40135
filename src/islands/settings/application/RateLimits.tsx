import { useStore } from '@nanostores/react';
import { useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { ListInput } from '#components/form/ListInput.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import type { Audience, RateRule } from '#domain/backend/settings.ts';
import { SECTION_TEXTS } from '#domain/settings/application-texts.ts';
import { AUDIENCES, NEW_RULE } from '#domain/settings/rate-texts.ts';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { applicationForm as form } from '#stores/settings/application.ts';
import { $rateLabels, setRules } from '#stores/settings/rate-rules.ts';
import { messageOf } from './message-of.ts';

const RateSimulator = lazyPart(() => import('./RateSimulator.tsx'), { fallback: <div className="h-26" /> });

interface RuleProps {
  readonly rule: RateRule;
  readonly index: number;
  /** Id of the list of labels to choose from. */
  readonly choices: string;
}

function Rule({ rule, index, choices }: RuleProps) {
  const { errors } = useSettingFields(form);
  const bound = <Name extends 'label' | 'audience' | 'requests' | 'seconds'>(name: Name) => ({
    name: `rateLimits.rules.${index}.${name}`,
    value: rule[name],
    error: errors[`rateLimits.rules.${index}.${name}`],
    onChange: (value: RateRule[Name]) =>
      setRules((rules) => rules.with(index, { ...rule, [name]: value }), `${index}.${name}`),
  });
  const audience = bound('audience');
  return (
    <fieldset className="flex items-start gap-1 border-t border-base-300 pt-2">
      <legend className="sr-only">Rule {index + 1}</legend>
      <div className="grid grow grid-cols-2 gap-x-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <TextInput
          {...bound('label')}
          label="Label"
          className="max-sm:col-span-2"
          list={choices}
          mono
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Select
          {...audience}
          label="For"
          className="max-sm:col-span-2"
          isFixed
          options={AUDIENCES}
          onChange={(value) => audience.onChange(value as Audience)}
        />
        <NumberInput {...bound('requests')} label="Max requests" required min={1} step={1} />
        <NumberInput {...bound('seconds')} label="In seconds" required min={1} step={1} />
      </div>
      <IconButton
        variant="medium"
        className="mt-6 max-sm:size-10"
        icon="icon-[ri--delete-bin-7-line]"
        label={`Remove rule ${index + 1}`}
        onClick={() => setRules((rules) => rules.toSpliced(index, 1), '')}
      />
    </fieldset>
  );
}

export function RateLimits() {
  const field = useSettingFields(form);
  const labels = useStore($rateLabels);
  const choices = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const rules = field.values['rateLimits.rules'] ?? [];
  const exempt = field.values['rateLimits.exempt'];
  useFocusAfterRemoval(rules.length, () => addButton.current);
  return (
    <>
      <p className="mb-2 text-muted">{SECTION_TEXTS.rates}</p>
      <Toggle
        {...field.toggle('rateLimits.isEnabled')}
        checked={field.values['rateLimits.isEnabled'] ?? false}
      />
      <datalist id={choices}>
        {labels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <div className="mt-2">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name, and its inputs no other state.
          <Rule key={index} rule={rule} index={index} choices={choices} />
        ))}
      </div>
      <Button
        ref={addButton}
        icon="icon-[ri--add-line]"
        onClick={() => setRules((all) => [...all, NEW_RULE], `${rules.length}`)}
      >
        Add rule
      </Button>
      {exempt && (
        <ListInput
          {...field('rateLimits.exempt')}
          value={exempt}
          error={messageOf(field.errors, 'rateLimits.exempt')}
          className="mt-3"
          help={SECTION_TEXTS.exempt}
        />
      )}
      <RateSimulator />
    </>
  );
}
