import { useId } from 'react';
import { setMultiple } from '#domain/collections/editor/fields.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import type { OptionProps } from './option-props.ts';

/** One value or several. */
export function MultipleSwitch({ editor, fieldKey, type, options }: OptionProps) {
  const name = useId();
  const current = isMultiple({ type, options });
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
              editor.editField(
                fieldKey,
                (values) => setMultiple(values, fieldKey, multiple),
                'options.maxSelect',
              )
            }
          />
          {multiple ? 'Multiple' : 'Single'}
        </label>
      ))}
    </div>
  );
}
