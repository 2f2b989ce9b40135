import { useStore } from '@nanostores/react';
import { type MouseEvent, memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { CreatedUpdated } from '#components/elements/CreatedUpdated.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Sign } from '#components/elements/Sign.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { FieldHelp, FieldMark } from '#components/form/Field.tsx';
import { NewPasswords } from '#components/form/NewPasswords.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { ownOf, text } from '#domain/app/lenient.ts';
import { noteOf } from '#domain/arrangements/notes.ts';
import { fieldWith, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { isTyped } from '#domain/field-types/field-type.ts';
import { type FormValue, textOf } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { secretLength } from '#domain/records/panel/secret.ts';
import { emptyValue } from '#domain/records/panel/values.ts';
import { idFieldOf } from '#domain/records/record-id.ts';
import { controlOf } from '#islands/field-types/controls/registry.ts';
import { HiddenSign } from '#islands/field-types/HiddenSign.tsx';
import { NoteText } from '#islands/NoteText.tsx';
import { can } from '#stores/app/capabilities.ts';
import { $markdown, $notes } from '#stores/arrangements/notes.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** The value and the error of one field. Changes of other fields do not render the component. */
function useField(panel: RecordPanel, name: string) {
  const value = useSyncExternalStore(panel.$values.listen, () => ownOf(panel.$values.get(), name));
  const error = useSyncExternalStore(panel.$errors.listen, () => ownOf(panel.$errors.get(), name));
  const onChange = useCallback((next: FormValue) => panel.set(name, next), [panel, name]);
  return { value, error, onChange };
}

function useTextField(panel: RecordPanel, name: string) {
  const { value, ...field } = useField(panel, name);
  return { ...field, value: textOf(value) };
}

/** What gets the focus when a value was put back, the first of them that is visible. */
const CONTROLS = ['.tox iframe', 'textarea', 'input:not([type=file])', '[role=combobox]', 'button'];

export function focusControl(field: Element | null | undefined) {
  const found = CONTROLS.flatMap((selector) => [...(field?.querySelectorAll<HTMLElement>(selector) ?? [])]);
  found.find((element) => element.checkVisibility() && !element.closest('[data-changed]'))?.focus();
}

export interface MarkedFieldProps {
  readonly panel: RecordPanel;
  /** Names of the values that the field edits. */
  readonly names: readonly string[];
  /** Only administrators see the field. */
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

function MarkedField({ panel, names, isHidden = false, children }: MarkedFieldProps) {
  const isChanged = useSyncExternalStore(panel.$changed.listen, () =>
    names.some((name) => panel.$changed.get().has(name)),
  );

  function putBack({ currentTarget }: MouseEvent) {
    const field = currentTarget.closest('[data-changed]')?.parentElement?.parentElement;
    panel.putBack(names);
    // This button disappears and would lose the focus.
    focusControl(field);
  }

  const mark = isChanged && (
    <span data-changed="" className="flex shrink-0 items-center gap-1">
      <Sign label="Changed" className="size-1.5 rounded-full bg-primary" />
      <IconButton
        variant="small"
        className="max-sm:-my-2"
        icon="icon-[ri--refresh-line]"
        label="Undo change"
        onClick={putBack}
      />
    </span>
  );
  return (
    <FieldMark
      value={
        (mark || isHidden) && (
          <>
            {isHidden && <HiddenSign />}
            {mark}
          </>
        )
      }
    >
      {children}
    </FieldMark>
  );
}

function EmailField({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const email = useTextField(panel, 'email');
  const visibility = useField(panel, 'emailVisibility');
  const isPublic = visibility.value === true;
  const isNew = useStore(panel.$recordId) === undefined;
  const isOther = useSyncExternalStore(panel.$changed.listen, () => panel.$changed.get().has('email'));
  const endsSessions = !isNew && isOther && can().emailEndsSessions;
  return (
    <EmailInput
      {...email}
      data-field="email"
      label="Email"
      icon={FIELD_ICONS.email}
      autoComplete="off"
      required={collection.auth?.isEmailRequired ?? false}
      error={email.error ?? visibility.error}
      help={endsSessions && 'Another email signs the account out everywhere.'}
      aside={
        <button
          type="button"
          className={`inline-flex h-6 cursor-pointer items-center rounded-field px-1.5 text-xs font-medium max-sm:-my-2 max-sm:h-10 ${isPublic ? 'text-success' : 'text-muted'} hover:bg-tint`}
          data-tooltip="Make email public or private"
          data-tooltip-side="left"
          onClick={() => visibility.onChange(!isPublic)}
        >
          Public: {isPublic ? 'On' : 'Off'}
        </button>
      }
    />
  );
}

function PasswordFields({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const password = useTextField(panel, 'password');
  const confirmation = useTextField(panel, 'passwordConfirm');
  return (
    <NewPasswords
      length={secretLength(collection)}
      password={{ ...password, 'data-field': 'password' }}
      confirmation={{ ...confirmation, 'data-field': 'passwordConfirm' }}
    />
  );
}

/** The fields of an auth record that are not in the schema. */
function AuthFields({ panel }: { readonly panel: RecordPanel }) {
  const isNew = useStore(panel.$recordId) === undefined;
  const changesPassword = useStore(panel.$changePassword);
  const hasUsername = fieldWith(useStore(panel.$collection), 'username') !== undefined;
  const username = useTextField(panel, 'username');
  const verified = useField(panel, 'verified');
  return (
    <>
      {hasUsername && (
        <MarkedField panel={panel} names={['username']}>
          <TextInput
            {...username}
            label="Username"
            icon={FIELD_ICONS.username}
            autoComplete="off"
            // The backend generates one for a new record, and reports a missing one later.
            placeholder={isNew ? 'Leave empty to auto generate...' : undefined}
          />
        </MarkedField>
      )}
      <MarkedField panel={panel} names={['email', 'emailVisibility']}>
        <EmailField panel={panel} />
      </MarkedField>
      {!isNew && (
        <Checkbox
          className="pb-2"
          label="Change password"
          checked={changesPassword}
          onChange={panel.setChangePassword}
        />
      )}
      {changesPassword && <PasswordFields panel={panel} />}
      <MarkedField panel={panel} names={['verified']}>
        <Toggle
          className="pb-2"
          label="Verified"
          icon="icon-[ri--shield-check-line]"
          checked={verified.value === true}
          error={verified.error}
          onChange={() => void panel.toggleVerified()}
        />
      </MarkedField>
      <hr className="mb-3 border-base-300" />
    </>
  );
}

function IdField({ panel }: { readonly panel: RecordPanel }) {
  const recordId = useStore(panel.$recordId);
  const record = useStore(panel.$known);
  const collection = useStore(panel.$collection);
  const field = useTextField(panel, 'id');
  const least = idFieldOf(collection);
  const dateOf = (role: 'created' | 'updated') => {
    const date = record && fieldWith(collection, role);
    return date && text(ownOf(record, date.name));
  };
  const [created, updated] = [dateOf('created'), dateOf('updated')];
  if (recordId !== undefined) {
    return (
      <TextInput
        label="id"
        icon={FIELD_ICONS.id}
        mono
        readOnly
        aside={(created ?? updated) !== undefined && <CreatedUpdated created={created} updated={updated} />}
        value={recordId}
        onChange={field.onChange}
      />
    );
  }
  return (
    <TextInput
      {...field}
      data-field="id"
      label="id"
      icon={FIELD_ICONS.id}
      mono
      placeholder="Leave empty to auto generate..."
      minLength={least === undefined ? 15 : typeof least.min === 'number' ? least.min : undefined}
      spellCheck={false}
    />
  );
}

type OfSchema = FormField & { readonly field: Field };

const UntypedField = lazyPart(() => import('#islands/field-types/controls/UntypedField.tsx'));

/** What nobody types. The dates of a record stand beside its id. */
function Untyped({ panel, field }: { readonly panel: RecordPanel; readonly field: Field }) {
  const record = useStore(panel.$known);
  return (
    <MarkedField panel={panel} names={[]} isHidden={field.isHidden}>
      <FieldHelp value={field.type !== 'autodate' && field.help}>
        <UntypedField field={field} value={record && ownOf(record, field.name)} />
      </FieldHelp>
    </MarkedField>
  );
}

/** A field of the collection's schema with the control of its type, which waits for a value that is not known yet. */
const RecordField = memo(function RecordField({ panel, field }: { panel: RecordPanel; field: OfSchema }) {
  const { value = emptyValue(field), error, onChange } = useField(panel, field.name);
  const isAwaited = useSyncExternalStore(
    panel.$awaited.listen,
    () => panel.$awaited.get()?.has(field.name) ?? false,
  );
  const collectionId = panel.$collection.get().id;
  const note = noteOf(useStore($notes), collectionId, field.field.id);
  const isMarkdown = noteOf(useStore($markdown), collectionId, field.field.id) !== '';
  const Control = controlOf(field, { isAwaited, isMarkdown });
  const { help, isHidden } = field.field;
  return (
    <div data-field={field.name} inert={isAwaited} aria-busy={isAwaited || undefined}>
      <MarkedField panel={panel} names={[field.name]} isHidden={isHidden}>
        <FieldHelp
          value={
            (note || help) && (
              <>
                {help && <p className="whitespace-pre-line">{help}</p>}
                {note && <NoteText note={note} />}
              </>
            )
          }
        >
          <Control field={field} value={value} error={error} onChange={onChange} panel={panel} />
        </FieldHelp>
      </MarkedField>
    </div>
  );
});

/** The fields of a record, of its schema only so many. */
export function PanelForm({ panel, count }: { readonly panel: RecordPanel; readonly count: number }) {
  const collection = useStore(panel.$collection);
  const isNew = useStore(panel.$recordId) === undefined;
  const fields = useStore(panel.$fields);
  const byId = new Map(
    fields.flatMap((field) => (field.field ? [[field.field.id, field as OfSchema] as const] : [])),
  );
  const dates = [fieldWith(collection, 'created'), fieldWith(collection, 'updated')];
  return (
    <>
      <IdField panel={panel} />
      {collection.type === 'auth' && <AuthFields panel={panel} />}
      {ownFields(collection)
        .slice(0, count)
        .map((own) => {
          const field = byId.get(own.id);
          if (field) return <RecordField key={own.id} panel={panel} field={field} />;
          const isShown = !isNew && !dates.includes(own) && !isTyped(own);
          return isShown && <Untyped key={own.id} panel={panel} field={own} />;
        })}
    </>
  );
}
