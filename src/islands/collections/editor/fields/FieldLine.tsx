import { useStore } from '@nanostores/react';
import { memo, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { InlineErrorIcon } from '#components/form/InlineErrorIcon.tsx';
import type { OneFieldErrors } from '#domain/collections/editor/errors.ts';
import { renameField, restoreField } from '#domain/collections/editor/fields.ts';
import type { FieldValues } from '#domain/collections/editor/values.ts';
import { fieldTypeLabel, requiredLabel } from '#domain/field-types/labels.ts';
import { fieldSummary } from '#domain/field-types/summary.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { SlugInput } from '../SlugInput.tsx';
import { FieldDetails } from './FieldDetails.tsx';

export interface FieldLineProps {
  readonly editor: CollectionEditor;
  readonly field: FieldValues;
  readonly errors: OneFieldErrors | undefined;
  readonly isOpen: boolean;
}

/** What matters of the options of a field, shown in its line. */
function Summary({ field }: { readonly field: FieldValues }) {
  const collections = useStore($collectionList);
  const text = fieldSummary(field, (id) => collections.find((collection) => collection.id === id)?.name);
  return (
    <span className="min-w-0 flex-1 truncate text-xs text-muted max-sm:hidden" data-tooltip-clipped="">
      {text}
    </span>
  );
}

/** Labels for the switches of a field, shown in its line. */
function Labels({ field }: { readonly field: FieldValues }) {
  const required = field.required ? requiredLabel(field.type) : undefined;
  const labels = [
    ...(required ? [required] : []),
    ...(field.presentable ? ['Presentable'] : []),
    ...(field.system ? ['System'] : []),
  ];
  if (labels.length === 0) return null;
  return (
    <span className="flex shrink-0 gap-1">
      {labels.map((label) => (
        <span
          key={label}
          className={`rounded-selector bg-tint px-1.5 text-xs text-muted ${label === required ? '' : 'max-sm:hidden'}`}
        >
          {label}
        </span>
      ))}
    </span>
  );
}

/** The name of a field. In a new field it gets the focus with its text selected. */
function NameInput({ editor, field, errors }: Omit<FieldLineProps, 'isOpen'>) {
  const errorId = useId();
  const error = errors?.['name'];
  const input = useRef<HTMLInputElement>(null);
  const { key } = field;
  useEffect(() => {
    if (editor.$newField.get() !== key) return;
    editor.$newField.set(undefined);
    input.current?.focus();
    input.current?.select();
  }, [editor, key]);
  return (
    <>
      <SlugInput
        ref={input}
        aria-label="Field name"
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        placeholder="Field name"
        className={`${CONTROL} h-7 min-w-0 flex-1 px-2 [&:not(:hover,:focus,[aria-invalid])]:border-transparent ${field.toDelete ? 'line-through' : ''}`}
        disabled={field.toDelete || field.system}
        value={field.name}
        onChange={(name) => editor.editField(key, (values) => renameField(values, key, name), 'name')}
      />
      <InlineErrorIcon id={errorId} error={error} />
    </>
  );
}

/** A field: its name and state on one line, its options below while they are open. */
export const FieldLine = memo(function FieldLine({ editor, field, errors, isOpen }: FieldLineProps) {
  const detailsId = useId();
  const { key, name, type } = field;
  const isShown = isOpen && !field.toDelete;
  const restore = useRef<HTMLButtonElement>(null);

  // 'Remove' disappears with the options and loses the focus.
  useLayoutEffect(() => {
    if (field.toDelete && document.activeElement === document.body) restore.current?.focus();
  }, [field.toDelete]);

  return (
    <div className="flex min-w-0 grow flex-col">
      <div className="flex min-w-0 items-center gap-1.5">
        <span
          role="img"
          aria-label={fieldTypeLabel(type)}
          data-tooltip={fieldTypeLabel(type)}
          className={`${FIELD_ICONS[type]} size-4 shrink-0 text-muted`}
        />
        <span aria-hidden="true" className="w-18 shrink-0 truncate text-xs text-muted max-sm:hidden">
          {fieldTypeLabel(type)}
        </span>
        <NameInput editor={editor} field={field} errors={errors} />
        <Summary field={field} />
        <Labels field={field} />
        {field.toDelete ? (
          <IconButton
            ref={restore}
            icon="icon-[ri--arrow-go-back-line]"
            label={`Restore ${name}`}
            tooltip="Restore"
            onClick={() => editor.editField(key, restoreField)}
          />
        ) : (
          !field.system && (
            <IconButton
              icon="icon-[ri--settings-3-line]"
              label="Toggle field options"
              tooltip={errors ? 'Has errors' : undefined}
              className={`${errors ? 'text-error' : 'text-muted'} ${isShown ? 'bg-tint' : ''}`}
              aria-expanded={isShown}
              aria-controls={isShown ? detailsId : undefined}
              onClick={() => editor.$openField.set(isOpen ? undefined : key)}
            />
          )
        )}
      </div>
      {isShown && (
        <div id={detailsId} className="pt-2 pr-1 pb-1">
          <FieldDetails editor={editor} field={field} errors={errors} />
        </div>
      )}
    </div>
  );
});
