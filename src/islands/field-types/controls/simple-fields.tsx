import type { ReactNode } from 'react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { DateInput } from '#components/form/DateInput.tsx';
import { Field } from '#components/form/Field.tsx';
import { NumberText } from '#components/form/NumberInput.tsx';
import { Select } from '#components/form/Select.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { choicesOf, rangeOf, type ShownType, shownType } from '#domain/field-types/field-type.ts';
import { type FormValue, listOf, textOf } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { limitChoices } from '#domain/records/panel/values.ts';
import { addToast } from '#stores/app/toasts.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

export type FieldPanel = Pick<RecordPanel, '$isDirty' | '$known'>;

/** Props of the control of every field type. A control renders its own label with the kit's `Field`. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FormValue;
  readonly error: string | undefined;
  readonly onChange: (value: FormValue) => void;
  readonly panel: FieldPanel;
}

/** What every control shows of its field. */
export const fieldOptions = ({ field, error }: FieldProps, type: ShownType) => ({
  label: field.name,
  icon: FIELD_ICONS[type],
  required: field.required,
  error,
});

const inputProps = (props: FieldProps, type: ShownType) => ({
  ...fieldOptions(props, type),
  value: textOf(props.value),
  onChange: props.onChange,
});

/** Makes a text as the backend does, where a field has a pattern for that. */
function GenerateText({ field, onChange }: FieldProps) {
  const pattern = field.field?.type === 'text' ? field.field.autogenerate : undefined;
  if (!pattern) return null;
  async function generate(pattern: string) {
    const { generateText } = await import('#domain/field-types/generate.ts');
    const made = generateText(pattern);
    if (made !== undefined) onChange(made);
    else
      addToast(
        'info',
        'Only the backend can read the pattern of this field: leave it empty in a new record.',
      );
  }
  return (
    <IconButton
      variant="small"
      className="align-top max-sm:-my-2"
      icon="icon-[ri--sparkling-line]"
      label={`Generate ${field.name}`}
      onClick={() => void generate(pattern)}
    />
  );
}

/** A text with any number of lines. */
export const TextField = ({
  aside,
  hidden,
  ...props
}: FieldProps & { aside?: ReactNode; hidden?: boolean }) => (
  <Textarea
    {...inputProps(props, 'text')}
    rows={1}
    hidden={hidden}
    aside={
      <>
        <GenerateText {...props} />
        {aside}
      </>
    }
    placeholder={props.field.isGenerated ? 'Leave empty to auto generate...' : undefined}
  />
);

export const EmailField = (props: FieldProps) => (
  <EmailInput {...inputProps(props, 'email')} autoComplete="off" />
);

export const UrlField = (props: FieldProps) => (
  <TextInput {...inputProps(props, 'url')} type="url" autoComplete="off" />
);

/** A number with any step, kept as a text to avoid rounding. */
export function NumberField(props: FieldProps) {
  return <NumberText {...inputProps(props, 'number')} {...rangeOf(props.field.field)} />;
}

/** A bool; an unset value counts as false. */
export function BoolField(props: FieldProps) {
  const { value, onChange } = props;
  return (
    <Toggle {...fieldOptions(props, 'bool')} className="pb-2" checked={value === true} onChange={onChange} />
  );
}

/** A date in UTC or the chosen zone, typed or picked from a calendar. */
export const DateField = (props: FieldProps) => (
  <DateInput {...inputProps(props, 'date')} name={props.field.name} />
);

/** A select with one choice, or with several, of which the last ones are kept up to the limit. */
export function SelectField(props: FieldProps) {
  const { field, value, onChange } = props;
  const options = choicesOf(field.field).map((option) => ({ value: option }));
  if (!field.isMultiple) return <Select {...inputProps(props, 'select')} options={options} />;
  const chosen = listOf(value);
  return (
    <Select
      {...fieldOptions(props, 'select')}
      options={options}
      multiple
      help={`Select up to ${field.max} items.`}
      value={chosen}
      onChange={(next) => onChange(limitChoices(next, chosen, field.max))}
    />
  );
}

/** The smallest height of the control that follows, so that little moves. */
const HEIGHTS: Readonly<Partial<Record<ShownType, string>>> = {
  editor: 'min-h-60',
  json: 'min-h-24',
};

/** In place of a field whose value is not completely known before the record is loaded. What is known is shown. */
export function AwaitedField({ field, value }: FieldProps) {
  const type = shownType(field.field?.type ?? 'text');
  return (
    <Field label={field.name} icon={FIELD_ICONS[type]} required={field.required}>
      {() => (
        <div
          className={`max-h-[31rem] overflow-hidden rounded-field border border-line px-2 py-1.5 font-mono text-dense leading-5 wrap-anywhere whitespace-pre-wrap text-muted ${HEIGHTS[type] ?? 'min-h-8'}`}
        >
          {textOf(value)}
        </div>
      )}
    </Field>
  );
}
