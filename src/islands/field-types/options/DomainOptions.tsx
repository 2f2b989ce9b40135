import { ListInput } from '#components/form/ListInput.tsx';
import { listOption } from '#domain/field-types/field-type.ts';
import { domainInputs } from '#domain/field-types/options.ts';
import type { OptionProps } from './option-props.ts';

const SEPARATOR = 'Use comma as separator.';

/** Allowed or forbidden domains of addresses; only one of the two lists can be used. */
export function DomainOptions({ options, errors, set }: OptionProps) {
  const { exceptDisabled, onlyDisabled } = domainInputs(options);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <ListInput
        label="Except domains"
        info={'List of domains that are NOT allowed.\nThis field is disabled if "Only domains" is set.'}
        help={SEPARATOR}
        disabled={exceptDisabled}
        error={errors['options.exceptDomains']}
        value={listOption(options, 'exceptDomains')}
        onChange={(list) => set('exceptDomains', list)}
      />
      <ListInput
        label="Only domains"
        info={'List of domains that are ONLY allowed.\nThis field is disabled if "Except domains" is set.'}
        help={SEPARATOR}
        disabled={onlyDisabled}
        error={errors['options.onlyDomains']}
        value={listOption(options, 'onlyDomains')}
        onChange={(list) => set('onlyDomains', list)}
      />
    </div>
  );
}
