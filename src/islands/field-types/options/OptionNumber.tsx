import { NumberInput } from '#components/form/NumberInput.tsx';
import { sizeText } from '#domain/app/size-text.ts';
import { numberOption } from '#domain/field-types/field-type.ts';
import { optionLimits } from '#domain/field-types/options.ts';
import type { OptionProps } from './option-props.ts';

export interface OptionNumberProps extends OptionProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** The number is a size in bytes, which is also shown as `5 MB`. */
  readonly isSize?: boolean;
  readonly className?: string;
}

/** The input of a number option. Its limits depend on the other options. An empty input is null: no limit. */
export function OptionNumber(props: OptionNumberProps) {
  const { type, options, errors, set, name, label, help, isSize, className } = props;
  const value = numberOption(options, name);
  return (
    <NumberInput
      {...optionLimits(type, options)[name]}
      label={label}
      help={help}
      className={className}
      error={errors[`options.${name}`]}
      aside={isSize && value ? <span className="text-xs text-muted">{sizeText(value)}</span> : undefined}
      value={value}
      onChange={(value) => set(name, value ?? null)}
    />
  );
}
