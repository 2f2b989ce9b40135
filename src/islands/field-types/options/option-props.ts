import { typedNumber } from '#domain/app/typed-number.ts';
import type { OneFieldErrors } from '#domain/collections/editor/errors.ts';
import { type FieldType, listOption } from '#domain/field-types/field-type.ts';
import type { FieldOptions } from '#domain/field-types/options.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

/** Props of the options of every field type. */
export interface OptionProps {
  readonly editor: CollectionEditor;
  readonly fieldKey: string;
  /** Whether the field exists in the backend. */
  readonly isSaved: boolean;
  readonly type: FieldType;
  readonly options: FieldOptions;
  /** Messages by path, such as `options.max`. */
  readonly errors: OneFieldErrors;
  readonly set: (name: string, value: unknown) => void;
}

/** What inputs of options need to know. */
export type OptionValues = Pick<OptionProps, 'options' | 'errors' | 'set'>;

/** The props that bind an input to an option: `<Toggle {...toggle('protected')} label="Protected" />`. */
export function optionInputs({ options, errors, set }: OptionValues) {
  const propsOf = (name: string) => ({
    error: errors[`options.${name}`],
    onChange: (value: unknown) => set(name, value),
  });
  return {
    text: (name: string) => {
      const value = options[name];
      return { ...propsOf(name), value: typeof value === 'string' ? value : '' };
    },
    list: (name: string) => ({ ...propsOf(name), value: listOption(options, name) }),
    toggle: (name: string) => ({ ...propsOf(name), checked: options[name] === true }),
    /** An empty input is null: no limit. A text that is no number stays one, which can't be saved. */
    number: (name: string) => ({
      ...propsOf(name),
      value: String(options[name] ?? ''),
      onChange: (text: string) => {
        const number = typedNumber(text);
        set(name, number === undefined ? text.trim() || null : Number(number));
      },
    }),
  };
}
