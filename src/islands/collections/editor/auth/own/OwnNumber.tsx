import { useStore } from '@nanostores/react';
import { NumberText } from '#components/form/NumberInput.tsx';
import { ownLimits } from '#domain/collections/editor/own-auth.ts';
import { describeDuration } from '#domain/settings/tokens.ts';
import { optionInputs } from '#islands/field-types/options/option-parts.tsx';
import type { OwnProps } from './own-options.ts';

interface OptionNumberProps extends OwnProps {
  readonly name: string;
  readonly label: string;
  readonly isDuration?: boolean;
}

/** A number of a new collection may be left out: then it is the backend's own. */
export function OwnNumber({ name, label, isDuration = false, ...own }: OptionNumberProps) {
  const isNew = useStore(own.editor.$saved) === undefined;
  const value = own.options[name];
  return (
    <NumberText
      label={label}
      required={!isNew}
      placeholder={isNew ? 'As the backend has it' : undefined}
      help={isDuration && typeof value === 'number' ? describeDuration(value) : undefined}
      className="max-w-80"
      {...ownLimits(name)}
      {...optionInputs(own).number(name)}
    />
  );
}
