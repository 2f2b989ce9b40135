import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { Field } from '#components/form/Field.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import type { CollectionType } from '#domain/collections/collection.ts';
import { renameCollection } from '#domain/collections/editor/values.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { SlugInput } from './SlugInput.tsx';
import { useSlice } from './use-slice.ts';

const TYPES: readonly { readonly type: CollectionType; readonly name: string; readonly icon: string }[] = [
  { type: 'base', name: 'Base', icon: 'icon-[ri--folder-2-line]' },
  { type: 'view', name: 'View', icon: 'icon-[ri--table-line]' },
  { type: 'auth', name: 'Auth', icon: 'icon-[ri--group-line]' },
];

/** 'Type: Base'; a menu while the collection is new. */
function TypeChip({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const isSaved = useStore(editor.$saved) !== undefined;
  // The type can't change after it was sent.
  const isBusy = useStore(editor.$isBusy);
  const current = TYPES.find((known) => known.type === type);
  return (
    <Dropdown
      label={`Type: ${current?.name}`}
      disabled={isSaved || isBusy}
      triggerClass="btn btn-xs mb-1 h-6 gap-1 border-button-line bg-base-200 text-xs font-normal text-base-content disabled:border-transparent disabled:text-muted max-sm:h-10"
      items={TYPES.map(({ type: next, name, icon }) => ({
        label: `${name} collection`,
        icon,
        onSelect: () => editor.setType(next),
      }))}
    >
      <span>Type: {current?.name}</span>
      {!isSaved && <span aria-hidden="true" className="icon-[ri--arrow-down-s-line] size-4" />}
    </Dropdown>
  );
}

export interface NameFieldProps {
  readonly editor: CollectionEditor;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The collection's name with its type. */
export function NameField({ editor, input }: NameFieldProps) {
  const name = useSlice(editor.$values, (values) => values.name);
  const type = useSlice(editor.$values, (values) => values.type);
  const error = useSlice(editor.$errors, (errors) => errors['name']);
  const isSystem = useStore(editor.$saved)?.system ?? false;
  return (
    <Field
      label="Name"
      required
      error={error}
      help={isSystem ? 'System collection' : undefined}
      aside={<TypeChip editor={editor} />}
    >
      {(control) => (
        <SlugInput
          {...control}
          ref={input}
          aria-required
          data-1p-ignore=""
          className={CONTROL}
          placeholder={`eg. "${type === 'auth' ? 'users' : 'posts'}"`}
          disabled={isSystem}
          value={name}
          onChange={(text) => editor.edit((values) => renameCollection(values, text), 'name')}
        />
      )}
    </Field>
  );
}
