import { ListInput } from '#components/form/ListInput.tsx';
import { formatChoices, parseChoices } from '#domain/field-types/choice-list.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { MultipleSwitch } from './MultipleSwitch.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import { type OptionProps, optionInputs } from './option-props.ts';

const CHOICES_HELP = 'Use comma as separator. Put a choice that contains a comma in quotes: "a, b".';

/** The choices, and how many of them a record can have. */
export function SelectOptions(props: OptionProps) {
  const { list } = optionInputs(props);
  return (
    <div className="flex flex-wrap gap-x-3">
      <ListInput
        label="Choices"
        required
        className="min-w-48 grow"
        placeholder="Choices: eg. optionA, optionB"
        help={CHOICES_HELP}
        format={formatChoices}
        parse={parseChoices}
        {...list('values')}
      />
      <MultipleSwitch {...props} />
      {isMultiple(props) && <OptionNumber {...props} name="maxSelect" label="Max select" className="w-28" />}
    </div>
  );
}
