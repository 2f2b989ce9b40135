import { NumberInput } from '#components/form/NumberInput.tsx';
import { numberOption } from '#domain/field-types/field-type.ts';
import { optionLimits } from '#domain/field-types/options.ts';
import type { OptionProps } from './option-props.ts';

export interface OptionNumberProps extends OptionProps {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string;
  readonly info?: string;
  readonly className?: string;
}

/** The input of a number option. Its limits depend on the other options. An empty input is null: no limit. */
export function OptionNumber(props: OptionNumberProps) {
  const { type, options, errors, set, name, label, info, help, className = '' } = props;
  const { required, placeholder, ...limits } = optionLimits(type, options)[name] ?? {};
  return (
    <NumberInput
      {...limits}
      label={label}
      required={required ?? false}
      placeholder={props.placeholder ?? placeholder}
      {...(info ? { info } : {})}
      help={help}
      className={className}
      error={errors[`options.${name}`]}
      value={numberOption(options, name)}
      onChange={(value) => set(name, value ?? null)}
    />
  );
}
