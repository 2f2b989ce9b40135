import { useId } from 'react';
import { NumberText } from '#components/form/NumberInput.tsx';
import { text } from '#domain/app/lenient.ts';
import { sizeText } from '#domain/app/size-text.ts';
import { typedNumber } from '#domain/app/typed-number.ts';
import type { FieldType } from '#domain/backend/field.ts';
import type { OneFieldErrors } from '#domain/collections/editor/errors.ts';
import { setMultiple } from '#domain/collections/editor/fields.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import {
  defaultText,
  type FieldOptions,
  listOption,
  numberOption,
  optionLimits,
} from '#domain/field-types/options.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

export interface OptionProps {
  readonly editor: CollectionEditor;
  readonly fieldKey: string;
  readonly isSaved: boolean;
  readonly type: FieldType;
  readonly options: FieldOptions;
  /** Those of a new field of its type. */
  readonly blanks?: FieldOptions;
  /** Messages by option. */
  readonly errors: OneFieldErrors;
  readonly set: (name: string, value: unknown) => void;
}

export type OptionValues = Pick<OptionProps, 'options' | 'errors' | 'set' | 'blanks'>;

/** The props that bind an input to an option: `<Toggle {...toggle('isProtected')} label="Protected" />`. */
export function optionInputs({ options, errors, set, blanks }: OptionValues) {
  const propsOf = (name: string) => ({
    error: errors[name],
    onChange: (value: unknown) => set(name, value),
  });
  return {
    text: (name: string) => ({ ...propsOf(name), value: text(options[name]) }),
    list: (name: string) => ({ ...propsOf(name), value: listOption(options, name) }),
    toggle: (name: string) => ({ ...propsOf(name), checked: options[name] === true }),
    /** An empty input is no limit, or that of the backend. A text that is no number stays one, which can't be saved. */
    number: (name: string) => ({
      ...propsOf(name),
      value: options[name] === 'default' ? '' : String(options[name] ?? ''),
      onChange: (text: string) => {
        const number = typedNumber(text);
        const empty = blanks?.[name] === 'default' ? 'default' : null;
        set(name, number === undefined ? text.trim() || empty : Number(number));
      },
    }),
  };
}

export interface OptionNumberProps extends OptionProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly isSize?: boolean;
  readonly className?: string;
}

/** The input of a number option. Its limits depend on the other options. */
export function OptionNumber(props: OptionNumberProps) {
  const { type, options, blanks, name, label, help, isSize, className } = props;
  const value = numberOption(options, name);
  const unlimited = blanks?.[name] === 'default' && options[name] === null ? 'No limit' : undefined;
  const placeholder = options[name] === 'default' ? defaultText(type, name) : unlimited;
  return (
    <NumberText
      {...optionLimits(type, options)[name]}
      {...(placeholder && { placeholder })}
      label={label}
      help={help}
      className={className}
      aside={isSize && value ? <span className="text-xs text-muted">{sizeText(value)}</span> : undefined}
      {...optionInputs(props).number(name)}
    />
  );
}

export function MultipleSwitch({ editor, fieldKey, type, options }: OptionProps) {
  const name = useId();
  const current = isMultiple({ type, ...options });
  return (
    <div
      role="radiogroup"
      aria-label="Number of values"
      className="mb-2 flex h-8 sm:mt-6 sm:mb-5 shrink-0 self-start overflow-hidden rounded-field border border-line text-sm max-sm:h-10"
    >
      {([false, true] as const).map((multiple) => (
        <label
          key={String(multiple)}
          className={`relative flex cursor-pointer items-center px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-[-2px] has-focus-visible:outline-primary ${current === multiple ? 'bg-tint font-medium' : 'text-muted hover:bg-tint'}`}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={current === multiple}
            onChange={() =>
              editor.editField(fieldKey, (values) => setMultiple(values, fieldKey, multiple), 'max')
            }
          />
          {multiple ? 'Multiple' : 'Single'}
        </label>
      ))}
    </div>
  );
}
