/* How forms over an object with named fields are saved. Fetched when they have loaded: first screens have no room for it. */
import { dequal } from 'dequal/lite';
import { loadSettings } from '#api/app/settings.ts';
import { saveSettings } from '#api/settings/save.ts';
import type { FieldErrors } from '#domain/app/api-error.ts';
import { type JsonObject, ownOf } from '#domain/app/lenient.ts';
import { mergeSettings, settingErrors } from '#domain/app/settings-edits.ts';
import {
  pathsOf,
  type SettingField,
  type SettingFields,
  type SettingValue,
} from '#domain/app/settings-fields.ts';
import type { Raw } from '#domain/backend/field.ts';
import { isKept, type Settings } from '#domain/backend/settings.ts';
import { confirm } from '#stores/app/confirm.ts';
import { confirmReplacing, describeChange, type ForeignChange } from './confirm-replacing.ts';
import { createEditSession, type EditStrategy, type Sent } from './create-edit-session.ts';
import { Declined, type Form, type FormCall, MAY_BE_SAVED } from './create-form.ts';

/** Values by the path of their field. */
export type FieldValues = Readonly<Record<string, SettingValue>>;

/** A form whose edits are saved. */
export interface EditedFields<Values extends FieldValues> extends Form<Values> {
  readonly labelOf: (path: string) => string;
  /** What was stored when the fields of a restored draft were edited: others may have changed it since. */
  readonly restored: { base: JsonObject | undefined };
}

export interface FieldsSessionOptions<Values extends FieldValues, Stored>
  extends Pick<EditStrategy<Values, Stored, Stored>, 'read' | 'findCreated'> {
  readonly fields: SettingFields;
  readonly valuesOf: (stored: Stored) => Values;
  /** Checks what was typed before anything is requested; throws Declined. */
  readonly check?: (typed: Values, signal: AbortSignal) => Promise<void>;
  /** Called with what is stored now, before the user is asked; may add changes that the values don't show. */
  readonly onRead?: (stored: Stored, typed: Values, isUnconfirmed: boolean) => readonly ForeignChange[];
  /** What another administrator stored in a field, if its value alone does not say it. */
  readonly changeText?: (path: string, theirs: Values) => string | undefined;
  readonly send: (values: Values, stored: Stored | undefined, signal: AbortSignal) => Promise<Stored>;
}

export type FieldsSession<Values extends FieldValues, Stored> = ReturnType<
  typeof createFieldsSession<Values, Stored>
>;

/**
 * Saves the form of an object, which it reads again before: what only another administrator has changed goes back as it
 * is, a field that both have changed asks.
 */
export function createFieldsSession<Values extends FieldValues, Stored>(
  form: EditedFields<Values>,
  options: FieldsSessionOptions<Values, Stored>,
) {
  const { fields, valuesOf, changeText } = options;
  const { $base, $values, restored } = form;
  const fieldOf = (path: string): SettingField | undefined => ownOf<SettingField>(fields, path);

  /** Makes stored values the base, and shows `values`; keeps what was typed since the form had the values `before`. */
  const rebase = (base: Values, before: Values, values = base): void =>
    form.reset(base, mergeSettings({ base: before, mine: $values.get(), theirs: values }).values);

  const session = createEditSession<Values, Stored, Stored>({
    ...options,
    settle: async (stored, typed, unconfirmed, { signal }) => {
      if (stored === undefined) return typed;
      const theirs = valuesOf(stored);
      const more = options.onRead?.(stored, typed, unconfirmed !== undefined) ?? [];
      const own = pathsOf(theirs).filter((path) => {
        // What this form has sent itself; what a new secret is can't be read.
        const isNewSecret =
          unconfirmed && fieldOf(path)?.isSecret && !dequal(unconfirmed[path], $base.get()[path]);
        if (isNewSecret) return isKept(theirs[path]);
        return unconfirmed && dequal(theirs[path], unconfirmed[path]);
      });
      const sent = Object.fromEntries(own.map((path) => [path, theirs[path]]));
      const before = { ...$base.get(), ...sent };
      const { values } = mergeSettings({ base: before, mine: typed, theirs });
      const base = { ...before, ...restored.base, ...sent };
      const { conflicts: foreign } = mergeSettings({ base, mine: typed, theirs });
      // The user decides once: a save that is refused after the answer does not ask again.
      rebase(theirs, typed, values);
      restored.base = undefined;
      const changes = foreign.map((path) => {
        const field = fieldOf(path);
        const change = changeText?.(path, theirs) ?? (field ? describeChange(field, theirs[path]) : '');
        return { path, label: form.labelOf(path), change };
      });
      await confirmReplacing([...changes, ...more], signal, form.setErrors);
      return values;
    },
    send: (values, stored, { signal, sending }) => {
      sending(MAY_BE_SAVED);
      return options.send(values, stored, signal);
    },
  });

  return {
    ...session,
    save: async (typed: Values, call: FormCall): Promise<Sent<Values, Stored>> => {
      await options.check?.(typed, call.signal);
      const sent = await session.save(typed, call).finally(() => {
        // What is unconfirmed may be another by now, on which it depends whether the form is dirty.
        form.edit((values) => ({ ...values }));
      });
      rebase(valuesOf(sent.result), sent.values);
      return sent;
    },
  };
}

/** Saves a form over some of the backend's settings. */
export function createSettingsSession<Values extends FieldValues>(
  form: EditedFields<Values>,
  fields: SettingFields,
  valuesOf: (stored: Raw) => Values,
  checkMore?: (typed: Values, base: Values, signal: AbortSignal) => Promise<FieldErrors>,
): FieldsSession<Values, Raw> {
  /** Checks numbers and new secrets, and what only this form knows, and asks before saved secrets are emptied, unless all of the form was cleared. */
  async function check(typed: Values, signal: AbortSignal): Promise<void> {
    const base = form.$base.get();
    const errors = settingErrors(fields, typed);
    const all = { ...errors, ...(await checkMore?.(typed, base, signal)) };
    form.setErrors(all);
    if (Object.keys(all).length) throw new Declined();
    const isEmptied = (path: keyof Values & string) =>
      ownOf<SettingField>(fields, path)?.isSecret && isKept(base[path]) && typed[path] === '';
    const emptied = pathsOf(typed).filter(isEmptied);
    if (!emptied.length || !Object.values(typed).some(Boolean)) return;
    const names = emptied.map((path) => `“${form.labelOf(path)}”`).join(', ');
    if (await confirm(`Do you really want to remove the saved ${names}?`, { signal, loss: '' })) return;
    signal.throwIfAborted();
    for (const path of emptied) form.set(path, base[path]);
    throw new Declined();
  }

  return createFieldsSession<Values, Raw>(form, {
    fields,
    valuesOf,
    check,
    read: ({ signal }) => loadSettings({ signal }),
    // What is stored was read before.
    send: (values, stored, signal) =>
      saveSettings(fields, values as Partial<Settings>, stored as Raw, { signal }),
  });
}
