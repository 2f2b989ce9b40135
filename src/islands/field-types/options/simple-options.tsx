import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import { type OptionProps, optionInputs } from './option-props.ts';

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
