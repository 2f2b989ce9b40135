import { useStore } from '@nanostores/react';
import { type MouseEvent, memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { CreatedUpdated } from '#components/elements/CreatedUpdated.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Sign } from '#components/feedback/ErrorIndicator.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { FieldHelp, FieldMark } from '#components/form/Field.tsx';
import { NewPasswords } from '#components/form/NewPasswords.tsx';
import { EmailInput, TextInput } from '#components/form/TextInput.tsx';
import { ownOf, text } from '#domain/app/lenient.ts';
import { noteOf } from '#domain/arrangements/notes.ts';
import type { Field } from '#domain/backend/field.ts';
import { shownType } from '#domain/field-types/field-type.ts';
import { type FormValue, textOf } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { secretLength } from '#domain/records/panel/secret.ts';
import { emptyValue } from '#domain/records/panel/values.ts';
import { AWAITED, FIELDS } from '#islands/field-types/controls/registry.ts';
import { NoteText } from '#islands/NoteText.tsx';
import { $notes } from '#stores/arrangements/notes.ts';
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
  readonly children: ReactNode;
}

function MarkedField({ panel, names, children }: MarkedFieldProps) {
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
        icon="icon-[ri--restart-line]"
        label="Undo change"
        onClick={putBack}
      />
    </span>
  );
  return <FieldMark value={mark}>{children}</FieldMark>;
}

function EmailField({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const email = useTextField(panel, 'email');
  const visibility = useField(panel, 'emailVisibility');
  const isPublic = visibility.value === true;
  return (
    <EmailInput
      {...email}
      data-field="email"
      label="Email"
      icon={FIELD_ICONS.email}
      autoComplete="off"
      required={collection.auth?.isEmailRequired ?? false}
      error={email.error ?? visibility.error}
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
  const username = useTextField(panel, 'username');
  const verified = useField(panel, 'verified');
  return (
    <>
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
  const field = useTextField(panel, 'id');
  if (recordId !== undefined) {
    return (
      <TextInput
        label="id"
        icon={FIELD_ICONS.id}
        mono
        readOnly
        aside={
          record && <CreatedUpdated created={text(record['created'])} updated={text(record['updated'])} />
        }
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
      minLength={15}
      spellCheck={false}
    />
  );
}

type OfSchema = FormField & { readonly field: Field };

/** A field of the collection's schema with the control of its type, which waits for a value that is not known yet. */
const RecordField = memo(function RecordField({ panel, field }: { panel: RecordPanel; field: OfSchema }) {
  const { value = emptyValue(field), error, onChange } = useField(panel, field.name);
  const isAwaited = useSyncExternalStore(
    panel.$awaited.listen,
    () => panel.$awaited.get()?.has(field.name) ?? false,
  );
  const note = noteOf(useStore($notes), panel.$collection.get().id, field.field.id);
  const type = shownType(field.field.type);
  const Control = isAwaited ? AWAITED[type] : FIELDS[type];
  return (
    <div data-field={field.name} inert={isAwaited} aria-busy={isAwaited || undefined}>
      <MarkedField panel={panel} names={[field.name]}>
        <FieldHelp value={note && <NoteText note={note} />}>
          <Control field={field} value={value} error={error} onChange={onChange} panel={panel} />
        </FieldHelp>
      </MarkedField>
    </div>
  );
});

/** The fields of a record, of its schema only so many. */
export function PanelForm({ panel, count }: { readonly panel: RecordPanel; readonly count: number }) {
  const { type } = useStore(panel.$collection);
  const fields = useStore(panel.$fields);
  return (
    <>
      <IdField panel={panel} />
      {type === 'auth' && <AuthFields panel={panel} />}
      {fields
        .filter((field): field is OfSchema => field.field !== undefined)
        .slice(0, count)
        .map((field) => (
          <RecordField key={field.field.id} panel={panel} field={field} />
        ))}
    </>
  );
}
