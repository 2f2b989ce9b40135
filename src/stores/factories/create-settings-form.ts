import { dequal } from 'dequal/lite';
import { loadSettings } from '#api/app/settings.ts';
import { whenIdle } from '#browser/connection.ts';
import { fetchPageFiles } from '#browser/page-files.ts';
import type { FieldErrors } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/lenient.ts';
import {
  draftOf,
  type FieldsDraft,
  formatSettingsDraft,
  parseSettingsDraft,
} from '#domain/app/settings-draft.ts';
import {
  emptyValues,
  fieldPathOf,
  type SettingField,
  type SettingFields,
  type SettingValues,
} from '#domain/app/settings-fields.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import type { Raw } from '#domain/backend/field.ts';
import { DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { openSettings, showSettings } from '#stores/app/settings.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/running.ts';
import { readSettings, settingPathOf } from '#wire/setting-values.ts';
import { createDraftStorage } from './create-draft-storage.ts';
import type { Sent } from './create-edit-session.ts';
import { createForm, type Form, type FormOptions } from './create-form.ts';
import type { EditedFields, FieldsSession, FieldValues } from './fields-session.ts';

export interface FieldsFormOptions<Values extends FieldValues, Stored>
  extends Pick<FormOptions<Values>, 'initial' | 'load' | 'isDirty' | 'onError'> {
  readonly fields: SettingFields;
  /** Called with the first save, and with the code that it needs. */
  readonly createSession: (
    code: typeof import('./fields-session.ts'),
    form: EditedFields<Values>,
  ) => FieldsSession<Values, Stored>;
  /** Called when the form has the stored values, and what was typed meanwhile. */
  readonly onSent: (sent: Sent<Values, Stored>) => void;
  /** The values that the user would save without any edit; they are not part of a draft. */
  readonly suggest?: (base: Values) => Values;
  /** The path of a field by the name that it had in drafts of older versions. */
  readonly pathOf?: (name: string) => string;
}

async function fetchSession() {
  try {
    await fetchPageFiles('saves');
    return await import('./fields-session.ts');
  } catch (cause) {
    const message = 'The code for saving could not be loaded. Check your connection, then try again.';
    throw new Error(message, { cause });
  }
}

/** Creates a form over an object with named fields. Drafts contain no secrets. */
export function createFieldsForm<Values extends FieldValues, Stored>(
  options: FieldsFormOptions<Values, Stored>,
) {
  const { fields, suggest = (base) => base } = options;
  const { isDirty = (values: Values, base: Values) => !dequal(values, base) } = options;
  const labelOf = (path: string): string => ownOf<SettingField>(fields, fieldPathOf(path))?.label ?? path;
  const restored: EditedFields<Values>['restored'] = { base: undefined };
  let session: FieldsSession<Values, Stored> | undefined;

  const form: Form<Values> = createForm({
    ...options,
    isShown: (path) => Object.hasOwn(fields, fieldPathOf(path)),
    labelOf,
    // What was put back after a save without a response may still have to be saved.
    isDirty: (values, base) => isDirty(values, base) || isDirty(values, session?.unconfirmed() ?? values),
    save: async (typed, call) => {
      session ??= options.createSession(await fetchSession(), { ...form, labelOf, restored });
      call.signal.throwIfAborted();
      const sent = await session.save(typed, call);
      const values = $values.get();
      // What was offered may be stored by now.
      drafts.change((offered) => draftOf(fields, values, { ...values, ...offered.edits }) && offered);
      clearEdits();
      if (form.$isDirty.get()) drafts.touch();
      options.onSent(sent);
    },
  });
  const { $base, $values } = form;

  const drafts = createDraftStorage<FieldsDraft>({
    typed: () => {
      const [base, values] = [$base.get(), $values.get()];
      const edits = draftOf(fields, suggest(base), values);
      return edits && { edits, base: draftOf(fields, values, { ...base, ...restored.base }) };
    },
    parse: (text) => parseSettingsDraft(fields, $values.get(), text, options.pathOf),
    format: formatSettingsDraft,
    merge: (offered, typed) => ({
      edits: { ...offered.edits, ...typed.edits },
      base: { ...offered.base, ...typed.base },
    }),
    restore: ({ edits, base }) => {
      restored.base = base;
      form.edit((values) => ({ ...values, ...edits }), ...Object.keys(edits));
    },
  });

  const clearEdits = () => {
    restored.base = undefined;
    drafts.clearEdits();
  };

  return {
    ...form,
    labelOf,
    /** Fetches the code of a save; without it, the save tries again and says so. */
    fetchAhead: (): void => {
      fetchSession().catch(() => {});
    },
    drafts: { ...drafts, clearEdits },
    cancel: (): void => {
      // Nothing is left to put back, whatever is stored.
      session?.forget();
      form.reset($base.get());
      clearEdits();
    },
    /** Removes the values, secrets among them, from memory; the draft stays. */
    forget: (): void => {
      drafts.stop();
      session?.forget();
      form.forget();
      restored.base = undefined;
    },
  };
}

export interface SettingsFormOptions<Fields extends SettingFields> {
  /** Names the draft in local storage, such as `mail`. Without it, no draft is kept. */
  readonly draft?: string;
  readonly fields: Fields;
  /**
   * Checks what was typed before anything else is requested for a save: messages by path stop it, and so does a Declined
   * that it throws.
   */
  readonly check?: (
    typed: SettingValues<Fields>,
    base: SettingValues<Fields>,
    signal: AbortSignal,
  ) => Promise<FieldErrors>;
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
    createSession: (code, edited) => code.createSettingsSession(edited, fields, valuesOf, options.check),
    onSent: ({ result }) => showSettings(result),
    suggest,
    pathOf: (name) => settingPathOf(paths, name) ?? name,
  });
  const { drafts, fetchAhead, ...form } = fieldsForm;

  const load = async (): Promise<void> => {
    await form.load();
    if (form.$state.get() !== 'ready') return;
    form.edit(suggest);
    if (draft !== undefined) drafts.openLoaded(settingsDraftKey(draft));
    whenIdle(fetchAhead);
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
    /** Whether its draft lacks some fields. */
    hasSecrets: Object.values(fields).some(({ isSecret }) => isSecret),
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
