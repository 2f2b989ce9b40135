import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CONTROL } from '#components/elements/control-class.ts';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Sign } from '#components/elements/Sign.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { InlineErrorIcon } from '#components/form/InlineErrorIcon.tsx';
import { NameSearch } from '#components/form/NameSearch.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { Dropdown, menuItem } from '#components/overlay/Dropdown.tsx';
import { SortableArea } from '#components/sortable/SortableArea.tsx';
import { ownOf } from '#domain/app/lenient.ts';
import { toField } from '#domain/collections/editor/body.ts';
import type { OneFieldErrors } from '#domain/collections/editor/errors.ts';
import {
  canEdit,
  type FieldSwitch,
  hasSwitch,
  moveField,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setHelp,
  setHidden,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import { searchFields } from '#domain/collections/editor/search-fields.ts';
import type { CollectionValues, FieldValues } from '#domain/collections/editor/values.ts';
import { shownType } from '#domain/field-types/field-type.ts';
import {
  FIELD_TYPE_LABELS,
  fieldTypeLabel,
  HIDDEN_TOOLTIP,
  PRESENTABLE_TOOLTIP,
  requiredLabel,
  requiredTooltip,
  typeLabels,
} from '#domain/field-types/labels.ts';
import { fieldSummary } from '#domain/field-types/summary.ts';
import { duplicateItem } from '#islands/EditPanel.tsx';
import { FIELD_OPTIONS } from '#islands/field-types/options/registry.tsx';
import { $can } from '#stores/app/capabilities.ts';
import { systemNames } from '#stores/collections/editor/completions.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { IndexesSection } from '../indexes/IndexesSection.tsx';
import { MarkdownToggle, NoteInput } from '../NoteInput.tsx';
import { SlugInput } from '../SlugInput.tsx';
import { useSlice } from '../use-slice.ts';

interface FieldLineProps {
  readonly editor: CollectionEditor;
  readonly field: FieldValues;
  readonly errors: OneFieldErrors | undefined;
  readonly isOpen: boolean;
}

function Summary({ field }: { readonly field: FieldValues }) {
  const collections = useStore($collectionList);
  return (
    <span className="min-w-0 flex-1 truncate text-xs text-muted max-sm:hidden" data-tooltip-clipped="">
      {fieldSummary(toField(field), (id) => collections.find((collection) => collection.id === id)?.name)}
    </span>
  );
}

function Labels({ field }: { readonly field: FieldValues }) {
  const required = field.isRequired ? requiredLabel(field.type) : undefined;
  const labels = [
    ...(required ? [required] : []),
    ...(field.isHidden ? ['Hidden'] : []),
    ...(field.isPresentable ? ['Presentable'] : []),
    ...(field.isSystem ? ['System'] : []),
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
        disabled={field.toDelete || field.isSystem || field.type === 'unknown'}
        value={field.name}
        onChange={(name) => editor.editField(key, (values) => renameField(values, key, name), 'name')}
      />
      <InlineErrorIcon id={errorId} error={error} />
    </>
  );
}

function MoreMenu({ editor, field }: Pick<FieldLineProps, 'editor' | 'field'>) {
  const { key, name } = field;
  return (
    <Dropdown
      label={`More options of ${name}`}
      triggerClass="btn btn-ghost btn-sm text-sm font-medium max-sm:h-10"
      items={[
        duplicateItem(() => editor.duplicateField(key)),
        menuItem('Remove', 'icon-[ri--delete-bin-7-line]', () => editor.editField(key, removeField), true),
      ]}
    >
      <span aria-hidden="true" className="icon-[ri--more-line] size-4" />
      <span>More</span>
    </Dropdown>
  );
}

const SYSTEM_NOTE =
  'The backend needs this field: it can be neither renamed, moved nor removed, and has no other switches.';

/** What every type has: whether it is required, shown, and for whom. */
function Switches({ editor, field }: Pick<FieldLineProps, 'editor' | 'field'>) {
  const { key, options, type } = field;
  const { listsBuiltIn } = useStore($can);
  const toggle = (
    name: FieldSwitch,
    set: (values: CollectionValues, key: string, on: boolean) => CollectionValues,
  ) => ({
    checked: field[name],
    onChange: (on: boolean) => editor.editField(key, (values) => set(values, key, on), name),
  });
  return (
    <>
      {hasSwitch(field, 'isRequired') && (
        <Toggle
          label={requiredLabel(type)}
          info={requiredTooltip({ type, ...options })}
          {...toggle('isRequired', setRequired)}
        />
      )}
      {hasSwitch(field, 'isPresentable') && (
        <Toggle label="Presentable" info={PRESENTABLE_TOOLTIP} {...toggle('isPresentable', setPresentable)} />
      )}
      {listsBuiltIn && hasSwitch(field, 'isHidden') && (
        <Toggle label="Hidden" info={HIDDEN_TOOLTIP} {...toggle('isHidden', setHidden)} />
      )}
    </>
  );
}

const MAX_HELP = 300;

function HelpInput({ editor, field, errors }: Omit<FieldLineProps, 'isOpen'>) {
  const { key, help } = field;
  return (
    <Textarea
      label="Help text"
      rows={1}
      maxLength={MAX_HELP}
      help="Shown below the input of a record. Saved with the collection."
      error={errors?.['help']}
      value={help}
      onChange={(text) => editor.editField(key, (values) => setHelp(values, key, text), 'help')}
    />
  );
}

function FieldDetails({ editor, field, errors }: Omit<FieldLineProps, 'isOpen'>) {
  const { key, options, type } = field;
  const Options = FIELD_OPTIONS[type];
  const collectionId = useStore(editor.$saved)?.id;
  const { hasFieldHelp } = useStore($can);
  const isKnown = type !== 'unknown';
  return (
    <div className="flex flex-col gap-1">
      {Options && (
        <Options
          editor={editor}
          fieldKey={key}
          isSaved={field.id !== ''}
          type={type}
          options={options}
          blanks={editor.blanksOf(type)}
          errors={errors ?? {}}
          set={(name, value) =>
            editor.editField(key, (values) => setFieldOption(values, key, name, value), name)
          }
        />
      )}
      {hasFieldHelp && isKnown && type !== 'autodate' && (
        <HelpInput editor={editor} field={field} errors={errors} />
      )}
      {collectionId && field.id && (
        <NoteInput
          collectionId={collectionId}
          fieldId={field.id}
          help="Shown with the field in records and in the API docs. Kept at once, without saving the collection."
        />
      )}
      {collectionId && field.id && type === 'text' && (
        <MarkdownToggle collectionId={collectionId} fieldId={field.id} />
      )}
      {field.isSystem && <p className="text-xs text-muted">{SYSTEM_NOTE}</p>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {isKnown && <Switches editor={editor} field={field} />}
        {!field.isSystem && (
          <span className="ml-auto">
            <MoreMenu editor={editor} field={field} />
          </span>
        )}
      </div>
    </div>
  );
}

/** A field: its name and state on one line, its options below while they are open. */
const FieldLine = memo(function FieldLine({ editor, field, errors, isOpen }: FieldLineProps) {
  const detailsId = useId();
  const { key, name, type } = field;
  const isShown = isOpen && !field.toDelete;
  const hasDetails = useStore($can).listsBuiltIn || !field.isSystem;
  const restore = useRef<HTMLButtonElement>(null);

  // 'Remove' disappears with the options and loses the focus.
  useLayoutEffect(() => {
    if (field.toDelete && document.activeElement === document.body) restore.current?.focus();
  }, [field.toDelete]);

  return (
    <div className="flex min-w-0 grow flex-col">
      <div className="flex min-w-0 items-center gap-1.5">
        <Sign
          label={fieldTypeLabel(type)}
          className={`${FIELD_ICONS[shownType(type)]} size-4 shrink-0 text-muted`}
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
          hasDetails && (
            <IconButton
              icon="icon-[ri--settings-4-line]"
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

const HELP =
  'To move a field, press Space or Enter, then the arrow keys, and Space or Enter again to drop it. Escape puts it back.';

/** Announcements during a move. They use the places that fields have when the move starts. */
function announcementsOf(editor: CollectionEditor): Announcements {
  let isMoved = false;
  const fields = () => editor.$values.get().fields;
  const nameOf = (id: UniqueIdentifier) => fields().find(({ key }) => key === id)?.name ?? '';
  const placeOf = (id: UniqueIdentifier) =>
    `place ${fields().findIndex(({ key }) => key === id) + 1} of ${fields().length}`;
  return {
    onDragStart: () => {
      isMoved = false;
      return undefined;
    },
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      // The library reports that the field is over itself once it has measured everything and keys take effect.
      if (!isMoved && over.id === active.id)
        return `Picked up field ${nameOf(active.id)}, ${placeOf(over.id)}.`;
      isMoved = true;
      return `Field ${nameOf(active.id)} is over ${placeOf(over.id)}.`;
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

/** With more fields than this there is a search among them. */
const SEARCH_ABOVE = 20;

/** The fields. An edit renders only the one that it changes, so that typing stays fast with 100 fields. */
function FieldList({ editor }: { readonly editor: CollectionEditor }) {
  const fields = useSlice(editor.$values, (values) => values.fields);
  const errors = useStore(editor.$fieldErrors);
  const openField = useStore(editor.$openField);
  // A click on the tab shows the first fields at once, the rest later. In the panel that opens, all of it is later.
  const limit = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_FIELDS);
  const announcements = useMemo(() => announcementsOf(editor), [editor]);
  const [search, setSearch] = useState('');
  const isSearchable = fields.length > SEARCH_ABOVE;
  const shown = isSearchable ? searchFields(fields, search, [openField, ...Object.keys(errors)]) : fields;
  const order = shown.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new array renders every line, so only the order counts.
  const keys = useMemo(() => shown.map(({ key }) => key), [order]);

  /** Moves a field to the place of another one that is shown. */
  const move = (from: number, to: number) => {
    const place = fields.findIndex(({ key }) => key === keys[to]);
    editor.edit((values) => moveField(values, keys[from] ?? '', place));
  };

  if (fields.length === 0) return null;
  return (
    <>
      {isSearchable && <NameSearch label="Search fields" value={search} onChange={setSearch} />}
      {shown.length === 0 && <p className="py-1 text-sm text-muted">No fields found.</p>}
      <SortableArea
        ids={keys}
        onMove={move}
        strategy={verticalListSortingStrategy}
        announcements={announcements}
        instructions={HELP}
      >
        {(mark) => (
          <ul
            {...mark}
            aria-label="Fields"
            className="flex flex-col rounded-box border border-base-300"
            hidden={shown.length === 0}
          >
            {shown.slice(0, limit).map((field) => (
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
    </>
  );
}

function NewFieldMenu({ editor }: { readonly editor: CollectionEditor }) {
  const { extraTypes } = useStore($can);
  const place = useRef<HTMLDivElement>(null);
  const count = useSlice(editor.$values, (values) => values.fields.length);
  useFocusAfterRemoval(count, () => place.current?.querySelector('button'));
  return (
    <div ref={place}>
      <Dropdown
        label="New field"
        placement="bottom"
        triggerClass="btn btn-sm w-full border-button-line bg-base-100 text-sm font-medium hover:bg-base-200 max-sm:h-10"
        items={[...FIELD_TYPE_LABELS, ...typeLabels(extraTypes)].map(({ type, label }) =>
          menuItem(label, FIELD_ICONS[shownType(type)], () => editor.addField(type)),
        )}
      >
        <span aria-hidden="true" className="icon-[ri--add-line] size-4" />
        <span>New field</span>
      </Dropdown>
    </div>
  );
}

export function FieldsTab({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const error = useSlice(editor.$errors, (errors) => errors['fields']);
  const { listsBuiltIn } = useStore($can);
  return (
    <div className="flex flex-col gap-2">
      {!listsBuiltIn && (
        <p className="text-xs text-muted">
          System fields:{' '}
          {systemNames({ type, query: '' }).map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code className="rounded-selector bg-tint px-1 font-mono">{name}</code>
            </span>
          ))}
          .
        </p>
      )}
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
