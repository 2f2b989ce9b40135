import { useStore } from '@nanostores/react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import type { OneFieldErrors } from '#domain/collections/editor/errors.ts';
import {
  removeField,
  setFieldOption,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import type { FieldValues } from '#domain/collections/editor/values.ts';
import { PRESENTABLE_TOOLTIP, requiredLabel, requiredTooltip } from '#domain/field-types/labels.ts';
import { duplicateItem } from '#islands/EditPanel.tsx';
import { FIELD_OPTIONS } from '#islands/field-types/options/registry.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { NoteInput } from '../NoteInput.tsx';

interface FieldDetailsProps {
  readonly editor: CollectionEditor;
  readonly field: FieldValues;
  readonly errors: OneFieldErrors | undefined;
}

function MoreMenu({ editor, field }: Omit<FieldDetailsProps, 'errors'>) {
  const { key, name } = field;
  return (
    <Dropdown
      label={`More options of ${name}`}
      triggerClass="btn btn-ghost btn-sm text-sm font-medium max-sm:h-10"
      items={[
        duplicateItem(() => editor.duplicateField(key)),
        {
          label: 'Remove',
          icon: 'icon-[ri--delete-bin-7-line]',
          danger: true,
          onSelect: () => editor.editField(key, removeField),
        },
      ]}
    >
      <span aria-hidden="true" className="icon-[ri--more-line] size-4" />
      <span>More</span>
    </Dropdown>
  );
}

export function FieldDetails({ editor, field, errors }: FieldDetailsProps) {
  const { key, type, options } = field;
  const Options = FIELD_OPTIONS[type];
  const collectionId = useStore(editor.$saved)?.id;
  return (
    <div className="flex flex-col gap-1">
      {Options && (
        <Options
          editor={editor}
          fieldKey={key}
          isSaved={field.id !== ''}
          type={type}
          options={options}
          errors={errors ?? {}}
          set={(name, value) =>
            editor.editField(key, (values) => setFieldOption(values, key, name, value), `options.${name}`)
          }
        />
      )}
      {collectionId && field.id && (
        <NoteInput
          collectionId={collectionId}
          fieldId={field.id}
          help="Shown with the field in records and in the API docs. Kept at once, without saving the collection."
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Toggle
          label={requiredLabel(type)}
          info={requiredTooltip(field)}
          checked={field.required}
          onChange={(on) => editor.editField(key, (values) => setRequired(values, key, on), 'required')}
        />
        <Toggle
          label="Presentable"
          info={PRESENTABLE_TOOLTIP}
          checked={field.presentable}
          onChange={(on) => editor.editField(key, (values) => setPresentable(values, key, on), 'presentable')}
        />
        <span className="ml-auto">
          <MoreMenu editor={editor} field={field} />
        </span>
      </div>
    </div>
  );
}
