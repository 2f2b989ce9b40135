import type { Announcements, Modifier, UniqueIdentifier } from '@dnd-kit/core';
import { useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useMemo, useRef } from 'react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { SortableArea } from '#components/sortable/SortableArea.tsx';
import { ownOf } from '#domain/app/lenient.ts';
import { canEdit, moveField } from '#domain/collections/editor/fields.ts';
import { systemFieldNames } from '#domain/collections/system-fields.ts';
import { FIELD_TYPE_LABELS } from '#domain/field-types/labels.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { IndexesSection } from '../indexes/IndexesSection.tsx';
import { useSlice } from '../use-slice.ts';
import { FieldLine, type FieldLineProps } from './FieldLine.tsx';

const HELP =
  'To move a field, press Space or Enter, then the arrow keys, and Space or Enter again to drop it. Escape puts it back.';

const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [restrictToVertical];

/** Announcements during a move. They use the places that fields have when the move starts. */
function announcementsOf(editor: CollectionEditor): Announcements {
  let place = '';
  let isMoved = false;
  const fields = () => editor.$values.get().fields;
  const nameOf = (id: UniqueIdentifier) => fields().find(({ key }) => key === id)?.name ?? '';
  const placeOf = (id: UniqueIdentifier) =>
    `place ${fields().findIndex(({ key }) => key === id) + 1} of ${fields().length}`;
  return {
    onDragStart: ({ active }) => {
      isMoved = false;
      place = placeOf(active.id);
      return undefined;
    },
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      // The library reports that the field is over itself once it has measured everything and keys take effect.
      if (!isMoved && over.id === active.id) return `Picked up field ${nameOf(active.id)}, ${place}.`;
      isMoved = true;
      place = placeOf(over.id);
      return `Field ${nameOf(active.id)} is over ${place}.`;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `Field ${nameOf(active.id)} was dropped at ${placeOf(active.id)}.`
        : `Field ${nameOf(active.id)} was put back.`,
    onDragCancel: ({ active }) => `Field ${nameOf(active.id)} was put back to ${placeOf(active.id)}.`,
  };
}

const GRIP = 'inline-flex h-8 w-5 shrink-0 items-center justify-center max-sm:size-10';

/** A field with its handle; system fields and deleted ones have none. */
const SortableField = memo(function SortableField(props: FieldLineProps) {
  const { field } = props;
  const isFixed = !canEdit(field);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: field.key, disabled: { draggable: isFixed } });
  return (
    <li
      ref={setNodeRef}
      data-field={field.name}
      className={`flex min-w-0 items-start gap-1 rounded-box bg-base-100 pr-1 ${props.isOpen ? '' : 'closed-field'} ${props.errors ? 'border border-error/60' : 'border-b border-base-300'} ${isDragging ? 'relative z-10 shadow-lifted' : ''}`}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      {isFixed ? (
        <span className={GRIP} />
      ) : (
        <button
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          type="button"
          className={`${GRIP} cursor-grab touch-none rounded-field text-muted hover:text-base-content`}
          aria-label={`Move field ${field.name}`}
        >
          <span aria-hidden="true" className="icon-[ri--draggable] size-4" />
        </button>
      )}
      <FieldLine {...props} />
    </li>
  );
});

/** Number of fields in the first render: a panel of 800 px shows no more. */
const FIRST_FIELDS = 16;

/**
 * The fields, which can be moved by their handles with the pointer or the keyboard. An edit renders only the
 * field that it changes, so that typing stays fast with 100 fields.
 */
function FieldList({ editor }: { readonly editor: CollectionEditor }) {
  const fields = useSlice(editor.$values, (values) => values.fields);
  const errors = useStore(editor.$fieldErrors);
  const openField = useStore(editor.$openField);
  // A click on the tab shows the first fields at once, the rest later. In the panel that opens, all of it is later.
  const limit = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_FIELDS);
  const announcements = useMemo(() => announcementsOf(editor), [editor]);
  const order = fields.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new array renders every line, so only the order counts.
  const keys = useMemo(() => fields.map(({ key }) => key), [order]);

  function move(from: number, to: number) {
    editor.edit((values) => moveField(values, keys[from] ?? '', to));
  }

  if (fields.length === 0) return null;
  return (
    <SortableArea
      ids={keys}
      onMove={move}
      strategy={verticalListSortingStrategy}
      modifiers={MODIFIERS}
      announcements={announcements}
      instructions={HELP}
    >
      {(mark) => (
        <ul {...mark} aria-label="Fields" className="flex flex-col rounded-box border border-base-300">
          {fields.slice(0, limit).map((field) => (
            <SortableField
              key={field.key}
              editor={editor}
              field={field}
              errors={ownOf(errors, field.key)}
              isOpen={field.key === openField}
            />
          ))}
        </ul>
      )}
    </SortableArea>
  );
}

/** Adds a field of the chosen type. */
function NewFieldMenu({ editor }: { readonly editor: CollectionEditor }) {
  const place = useRef<HTMLDivElement>(null);
  const count = useSlice(editor.$values, (values) => values.fields.length);
  useFocusAfterRemoval(count, () => place.current?.querySelector('button'));
  return (
    <div ref={place}>
      <Dropdown
        label="New field"
        placement="bottom"
        triggerClass="btn btn-sm w-full border-button-line bg-base-100 text-sm font-medium hover:bg-base-200 max-sm:h-10"
        items={FIELD_TYPE_LABELS.map(({ type, label }) => ({
          label,
          icon: FIELD_ICONS[type],
          onSelect: () => editor.addField(type),
        }))}
      >
        <span aria-hidden="true" className="icon-[ri--add-line] size-4" />
        <span>New field</span>
      </Dropdown>
    </div>
  );
}

/** The fields and indexes of a collection. */
export function FieldsTab({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const error = useSlice(editor.$errors, (errors) => errors['schema']);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        System fields:{' '}
        {systemFieldNames(type).map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code className="rounded-selector bg-tint px-1 font-mono">{name}</code>
          </span>
        ))}
        .
      </p>
      <FieldList editor={editor} />
      <NewFieldMenu editor={editor} />
      {error && (
        <p role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
      <IndexesSection editor={editor} />
    </div>
  );
}
