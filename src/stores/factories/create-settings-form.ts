import { dequal } from 'dequal/lite';
import { loadSettings } from '#api/app/settings.ts';
import { saveSettings } from '#api/settings/save.ts';
import { type JsonObject, ownOf } from '#domain/app/lenient.ts';
import {
  draftOf,
  type FieldsDraft,
  formatSettingsDraft,
  mergeSettings,
  parseSettingsDraft,
  settingErrors,
} from '#domain/app/settings-edits.ts';
import {
  emptyValues,
  pathsOf,
  type SettingField,
  type SettingFields,
  type SettingValue,
  type SettingValues,
} from '#domain/app/settings-fields.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import type { Raw } from '#domain/backend/field.ts';
import { isKept, type Settings } from '#domain/backend/settings.ts';
import { confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { openSettings, showSettings } from '#stores/app/settings.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/running.ts';
import { readSettings, settingPathOf } from '#wire/setting-values.ts';
import type { ForeignChange } from './confirm-replacing.ts';
import { createDraftStorage } from './create-draft-storage.ts';
import { createEditSession, type EditStrategy, type Sent } from './create-edit-session.ts';
import { createForm, Declined, type Form, type FormOptions, MAY_BE_SAVED } from './create-form.ts';

/** Values by the path of their field. */
type FieldValues = Readonly<Record<string, SettingValue>>;

export interface FieldsFormOptions<Values extends FieldValues, Stored>
  extends Pick<FormOptions<Values>, 'initial' | 'load' | 'isDirty' | 'onError'>,
    Pick<EditStrategy<Values, Stored, Stored>, 'read' | 'findCreated'> {
  readonly fields: SettingFields;
  readonly valuesOf: (stored: Stored) => Values;
  /** Checks what was typed before anything is requested; throws Declined. */
  readonly check?: (typed: Values, signal: AbortSignal) => Promise<void>;
  /** Called with what is stored now, before the user is asked; may add changes that the values don't show. */
  readonly onRead?: (stored: Stored, typed: Values, isUnconfirmed: boolean) => readonly ForeignChange[];
  /** What another administrator stored in a field, if its value alone does not say it. */
  readonly changeText?: (path: string, theirs: Values) => string | undefined;
  readonly send: (values: Values, stored: Stored | undefined, signal: AbortSignal) => Promise<Stored>;
  /** Called when the form has the stored values, and what was typed meanwhile. */
  readonly onSent: (sent: Sent<Values, Stored>) => void;
  /** The values that the user would save without any edit; they are not part of a draft. */
  readonly suggest?: (base: Values) => Values;
  /** The path of a field by the name that it had in drafts of older versions. */
  readonly pathOf?: (name: string) => string;
}

/**
 * Creates a form over an object with named fields. Before it saves, it reads the object again: what only another
 * administrator has changed goes back as it is, a field that both have changed asks. Drafts contain no secrets.
 */
export function createFieldsForm<Values extends FieldValues, Stored>(
  options: FieldsFormOptions<Values, Stored>,
) {
  const { fields, valuesOf, changeText, suggest = (base) => base } = options;
  const { isDirty = (values: Values, base: Values) => !dequal(values, base) } = options;
  const fieldOf = (path: string): SettingField | undefined => ownOf<SettingField>(fields, path);
  const labelOf = (path: string): string => fieldOf(path)?.label ?? path;

  const form: Form<Values> = createForm({
    ...options,
    isShown: (path) => Object.hasOwn(fields, path),
    labelOf,
    // What was put back after a save without a response may still have to be saved.
    isDirty: (values, base) => isDirty(values, base) || isDirty(values, session.unconfirmed() ?? values),
    save: async (typed, call) => {
      await options.check?.(typed, call.signal);
      const sent = await session.save(typed, call).finally(() => {
        // What is unconfirmed may be another by now, on which it depends whether the form is dirty.
        form.edit((values) => ({ ...values }));
      });
      rebase(valuesOf(sent.result), sent.values);
      const values = $values.get();
      // What was offered may be stored by now.
      drafts.change((offered) => draftOf(fields, values, { ...values, ...offered.edits }) && offered);
      clearEdits();
      if (form.$isDirty.get()) drafts.touch();
      options.onSent(sent);
    },
  });
  const { $base, $values } = form;
  /** What was stored when the fields of a restored draft were edited: others may have changed it since. */
  let restoredBase: JsonObject | undefined;

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
      const base = { ...before, ...restoredBase, ...sent };
      const { conflicts: foreign } = mergeSettings({ base, mine: typed, theirs });
      const question = foreign.length || more.length ? await import('./confirm-replacing.ts') : undefined;
      signal.throwIfAborted();
      // The user decides once: a save that is refused after the answer does not ask again.
      rebase(theirs, typed, values);
      restoredBase = undefined;
      if (!question) return values;
      const changes = foreign.map((path) => {
        const field = fieldOf(path);
        const change =
          changeText?.(path, theirs) ?? (field ? question.describeChange(field, theirs[path]) : '');
        return { path, label: labelOf(path), change };
      });
      await question.confirmReplacing([...changes, ...more], signal, form.setErrors);
      return values;
    },
    send: (values, stored, { signal, sending }) => {
      sending(MAY_BE_SAVED);
      return options.send(values, stored, signal);
    },
  });

  const drafts = createDraftStorage<FieldsDraft>({
    typed: () => {
      const [base, values] = [$base.get(), $values.get()];
      const edits = draftOf(fields, suggest(base), values);
      return edits && { edits, base: draftOf(fields, values, { ...base, ...restoredBase }) };
    },
    parse: (text) => parseSettingsDraft(fields, $values.get(), text, options.pathOf),
    format: formatSettingsDraft,
    merge: (offered, typed) => ({
      edits: { ...offered.edits, ...typed.edits },
      base: { ...offered.base, ...typed.base },
    }),
    restore: ({ edits, base }) => {
      restoredBase = base;
      form.edit((values) => ({ ...values, ...edits }), ...Object.keys(edits));
    },
  });

  const clearEdits = () => {
    restoredBase = undefined;
    drafts.clearEdits();
  };

  return {
    ...form,
    labelOf,
    rebase,
    drafts: { ...drafts, clearEdits },
    cancel: (): void => {
      // Nothing is left to put back, whatever is stored.
      session.forget();
      form.reset($base.get());
      clearEdits();
    },
    /** Removes the values, secrets among them, from memory; the draft stays. */
    forget: (): void => {
      drafts.stop();
      session.forget();
      form.forget();
      restoredBase = undefined;
    },
  };
}

export interface SettingsFormOptions<Fields extends SettingFields> {
  /** Names the draft in local storage, such as `mail`. Without it, no draft is kept. */
  readonly draft?: string;
  readonly fields: Fields;
  /** Toast after a save; without it, the caller of `save` shows one. */
  readonly saved?: string;
  /** Called after a save and its toast, with the values that were sent. */
  readonly onSaved?: (sent: SettingValues<Fields>) => void;
  /** Whether leaving the page with edits asks first; a popup closes without a question. */
  readonly isPage?: boolean;
  /** Changes the loaded values to those that count as unchanged, for example with a default. */
  readonly baseOf?: (stored: SettingValues<Fields>) => SettingValues<Fields>;
  /** Changes the values that are shown first, as if the user had typed the changes. */
  readonly suggest?: (base: SettingValues<Fields>) => SettingValues<Fields>;
}

/** Creates a form over some of the backend's settings: loads them fresh, and asks before edits are lost. */
export function createSettingsForm<const Fields extends SettingFields>(options: SettingsFormOptions<Fields>) {
  type Values = SettingValues<Fields>;
  const { draft, fields, saved, isPage = true } = options;
  const { baseOf = (stored) => stored, suggest = (base) => base } = options;
  const paths = Object.keys(fields);
  const valuesOf = (stored: Raw): Values => baseOf(readSettings(fields, stored));

  const fieldsForm = createFieldsForm<Values, Raw>({
    fields,
    initial: emptyValues(fields),
    load: async (signal) => {
      const settings = await (isPage ? openSettings({ signal }) : loadSettings({ signal }));
      showSettings(settings);
      return valuesOf(settings);
    },
    check,
    read: ({ signal }) => loadSettings({ signal }),
    valuesOf,
    // What is stored was read before.
    send: (values, stored, signal) =>
      saveSettings(fields, values as Partial<Settings>, stored as Raw, { signal }),
    onSent: ({ result }) => showSettings(result),
    suggest,
    pathOf: (name) => settingPathOf(paths, name) ?? name,
  });
  const { drafts, rebase: _, ...form } = fieldsForm;

  /** Checks numbers and new secrets, and asks before saved secrets are emptied, unless all of the form was cleared. */
  async function check(typed: Values, signal: AbortSignal): Promise<void> {
    const errors = settingErrors(fields, typed);
    form.setErrors(errors);
    if (Object.keys(errors).length) throw new Declined();
    const base = form.$base.get();
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

  const load = async (): Promise<void> => {
    await form.load();
    if (form.$state.get() !== 'ready') return;
    form.edit(suggest);
    if (draft !== undefined) drafts.openLoaded(settingsDraftKey(draft));
  };

  return {
    ...form,
    load,
    /** Saves the changes; true on success. Reports errors, those of fields beside the fields. */
    save: async (): Promise<boolean> => {
      const sent = form.$values.get();
      if (!(await form.save())) return false;
      if (saved !== undefined) addToast('success', saved);
      options.onSaved?.(sent);
      return true;
    },
    $offeredDraft: drafts.$draft,
    $isDraftFull: drafts.$isFull,
    restoreDraft: drafts.restore,
    discardDraft: drafts.discard,
    /** Loads the settings and keeps a draft. Returns a function that stops this and removes the values from memory. */
    start: (): (() => void) => {
      void load();
      const stopDraft = form.$values.listen(() => {
        if (draft !== undefined && form.$state.get() === 'ready') drafts.touch();
      });
      const stopReconnect = onReconnect(() => {
        if (form.$state.get() === 'failed') void load();
      });
      const stopGuard = isPage
        ? guardUnsaved({
            question: () => (form.$isDirty.get() ? DISCARD_QUESTION : undefined),
            discard: form.cancel,
          })
        : () => {};
      return stopAll(stopGuard, stopReconnect, stopDraft, form.forget);
    },
  };
}

export type SettingsForm<Fields extends SettingFields> = ReturnType<typeof createSettingsForm<Fields>>;

/** What a page or popup needs of its form; forms over other fields have other types of values. */
export type AnySettingsForm = Omit<
  SettingsForm<SettingFields>,
  '$base' | '$values' | 'set' | 'edit' | 'reset'
>;
