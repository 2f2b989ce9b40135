import { ListInput } from '#components/form/ListInput.tsx';
import { domainInputs } from '#domain/field-types/options.ts';
import { type OptionProps, type OptionValues, optionInputs } from './option-props.ts';

const SEPARATOR = 'Use comma as separator.';

export interface DomainListsProps extends OptionValues {
  /** The options with the forbidden and with the allowed domains. */
  readonly names: readonly [except: string, only: string];
  /** Says which domains are in a list. */
  readonly infoOf: (which: 'NOT' | 'ONLY') => string;
  readonly className: string;
}

/** Allowed or forbidden domains; only one of the two lists can be used. */
export function DomainLists({ names, infoOf, className, ...values }: DomainListsProps) {
  const [except, only] = names;
  const { list } = optionInputs(values);
  const { exceptDisabled, onlyDisabled } = domainInputs(values.options, names);
  return (
    <div className={className}>
      <ListInput
        label="Except domains"
        info={`${infoOf('NOT')}\nThis field is disabled if "Only domains" is set.`}
        help={SEPARATOR}
        disabled={exceptDisabled}
        {...list(except)}
      />
      <ListInput
        label="Only domains"
        info={`${infoOf('ONLY')}\nThis field is disabled if "Except domains" is set.`}
        help={SEPARATOR}
        disabled={onlyDisabled}
        {...list(only)}
      />
    </div>
  );
}

/** The domains of addresses. */
export function DomainOptions(props: OptionProps) {
  return (
    <DomainLists
      {...props}
      names={['exceptDomains', 'onlyDomains']}
      infoOf={(which) => `List of domains that are ${which} allowed.`}
      className="grid gap-x-3 sm:grid-cols-2"
    />
  );
}
