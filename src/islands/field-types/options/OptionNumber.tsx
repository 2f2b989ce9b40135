import { NumberText } from '#components/form/NumberInput.tsx';
import { sizeText } from '#domain/app/size-text.ts';
import { numberOption } from '#domain/field-types/field-type.ts';
import { optionLimits } from '#domain/field-types/options.ts';
import { type OptionProps, optionInputs } from './option-props.ts';

export interface OptionNumberProps extends OptionProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** The number is a size in bytes, which is also shown as `5 MB`. */
  readonly isSize?: boolean;
  readonly className?: string;
}

/** The input of a number option. Its limits depend on the other options. */
export function OptionNumber(props: OptionNumberProps) {
  const { type, options, name, label, help, isSize, className } = props;
  const value = numberOption(options, name);
  return (
    <NumberText
      {...optionLimits(type, options)[name]}
      label={label}
      help={help}
      className={className}
      aside={isSize && value ? <span className="text-xs text-muted">{sizeText(value)}</span> : undefined}
      {...optionInputs(props).number(name)}
    />
  );
}
