import { Accordion } from '#components/elements/Accordion.tsx';
import { DateInput } from '#components/form/DateInput.tsx';
import { ListInput } from '#components/form/ListInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { formatChoices, parseChoices } from '#domain/field-types/choice-list.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { MultipleSwitch } from './MultipleSwitch.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import { type OptionProps, optionInputs } from './option-props.ts';

/** A picked day is included completely: from its first second for the minimum, to its last for the maximum. */
const BOUNDS = [
  { option: 'min', name: 'Min date', time: '00:00:00' },
  { option: 'max', name: 'Max date', time: '23:59:59' },
] as const;

/** Earliest and latest date, in UTC. The backend adds milliseconds and a Z. */
export function DateOptions(props: OptionProps) {
  const { text } = optionInputs(props);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      {BOUNDS.map(({ option, name, time }) => (
        <DateInput key={option} name={name} time={time} {...text(option)} />
      ))}
    </div>
  );
}

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

/** Length limits and pattern. */
export function TextOptions(props: OptionProps) {
  const { text } = optionInputs(props);
  return (
    <div className="grid gap-x-3 sm:grid-cols-[1fr_1fr_2fr]">
      <OptionNumber {...props} name="min" label="Min length" />
      <OptionNumber {...props} name="max" label="Max length" />
      <TextInput
        label="Regex pattern"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="Valid Go regular expression, eg. ^\w+$"
        {...text('pattern')}
      />
    </div>
  );
}

/** Limits, and whether decimals are allowed. */
export function NumberOptions(props: OptionProps) {
  const { toggle } = optionInputs(props);
  return (
    <>
      <div className="grid gap-x-3 sm:grid-cols-2">
        <OptionNumber {...props} name="min" label="Min" />
        <OptionNumber {...props} name="max" label="Max" />
      </div>
      <Toggle
        label="No decimals"
        info="Existing decimal numbers will not be affected."
        {...toggle('noDecimal')}
      />
    </>
  );
}

/** Whether inserted URLs in rich text lose their domain. */
export function EditorOptions(props: OptionProps) {
  const { toggle } = optionInputs(props);
  return (
    <Toggle
      label="Strip urls domain"
      info="Stores links and images of this site without its domain, so that they still work after a move to another domain."
      {...toggle('convertUrls')}
    />
  );
}

/** Maximum size, and an explanation of how plain strings are converted. */
export function JsonOptions(props: OptionProps) {
  return (
    <div className="mb-1 flex flex-col">
      <OptionNumber {...props} name="maxSize" label="Max size (bytes)" isSize />
      <Accordion title="String value normalizations">
        <div className="flex flex-col gap-2">
          <p>
            In order to support both <code>application/json</code> and <code>multipart/form-data</code>{' '}
            requests, a plain string that is the text of a JSON value is converted to that value:
          </p>
          <ul className="list-disc pl-5">
            <li>
              <code>"true"</code> becomes the boolean <code>true</code>, <code>"false"</code> becomes{' '}
              <code>false</code>
            </li>
            <li>
              <code>"null"</code> becomes <code>null</code>
            </li>
            <li>
              a number, <code>"[1,2,3]"</code> or <code>{'"{\\"a\\":1}"'}</code> becomes the number, the list,
              the object
            </li>
            <li>an empty string and anything else stays a string</li>
          </ul>
          <p>
            To keep such a text as a string, put it in an object, for example, or add another pair of quotes.
          </p>
        </div>
      </Accordion>
    </div>
  );
}
