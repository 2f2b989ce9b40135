import { dequal } from 'dequal/lite';
import { loadSettings, saveSettings } from '#api/app/settings.ts';
import { toApiError } from '#api/client.ts';
import { isRefusal } from '#domain/app/api-error.ts';
import type { JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import {
  describeChange,
  draftOf,
  mergeSettings,
  numberErrors,
  parseSettingsDraft,
  pathsOf,
  readSettings,
  type SettingField,
  type SettingFields,
  type SettingValues,
  settingsBody,
} from '#domain/app/settings-fields.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import { openSettings, showSettings } from '#stores/app/app.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { confirmReplacing, Declined, type ForeignChange } from './confirm-replacing.ts';
import { createDraftStorage } from './create-draft-storage.ts';
import { createForm, type FormCall, MAY_BE_SAVED } from './create-form.ts';

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

/**
 * Creates a form over some of the backend's settings (API-02): loads them fresh, saves them, keeps a draft without
 * secrets, and asks before edits are lost. Before it saves, it reads the settings again: what only another
 * administrator has changed meanwhile goes back as it is, and a field that both have changed asks.
 */
export function createSettingsForm<const Fields extends SettingFields>(options: SettingsFormOptions<Fields>) {
  type Values = SettingValues<Fields>;
  const {
    draft,
    fields,
    saved,
    isPage = true,
    baseOf = (stored) => stored,
    suggest = (base) => base,
  } = options;
  const read = (settings: JsonObject): Values => readSettings(fields, settings);

  /** Values that were sent and whose save was not confirmed: the backend may have stored them. */
  let unconfirmed: Values | undefined;

  /** Whether a stored value is what this form has sent itself. */
  const isOwnChange = (path: keyof Values & string, stored: unknown, before: unknown): boolean => {
    if (!unconfirmed) return false;
    const isNewSecret = ownOf<SettingField>(fields, path)?.isSecret && !dequal(unconfirmed[path], before);
    return dequal(stored, isNewSecret ? SECRET_MASK : unconfirmed[path]);
  };

  const labelOf = (path: string): string => ownOf<{ label: string }>(fields, path)?.label ?? path;

  const form = createForm<Values>({
    initial: read({}),
    load: async (signal) => {
      const settings = await (isPage ? openSettings({ signal }) : loadSettings({ signal }));
      showSettings(settings);
      return baseOf(read(settings));
    },
    save: (typed, call) => save(typed, call),
    onError: (thrown) => thrown instanceof Declined,
    isShown: (path) => Object.hasOwn(fields, path),
    labelOf,
  });

  /** Makes stored values the base; keeps what was typed since the form had the values `before`. */
  const rebase = (base: Values, before: Values) =>
    form.reset(base, mergeSettings(before, form.$values.get(), base).values);

  const foreignChange = (path: keyof Values & string, base: Values): ForeignChange => {
    const field = ownOf(fields, path);
    return { path, label: labelOf(path), change: field ? describeChange(field, base[path]) : '' };
  };

  /**
   * Asks before a save removes saved secrets: the key button alone empties them (SM-11). After 'No' they are kept. A form
   * that was cleared as a whole needs no question.
   */
  async function confirmEmptied(typed: Values, signal: AbortSignal): Promise<void> {
    const base = form.$base.get();
    const isEmptied = (path: keyof Values & string) =>
      ownOf<SettingField>(fields, path)?.isSecret && base[path] === SECRET_MASK && typed[path] === '';
    const emptied = pathsOf(typed).filter(isEmptied);
    if (!emptied.length || !Object.values(typed).some(Boolean)) return;
    const names = emptied.map((path) => `“${labelOf(path)}”`).join(', ');
    if (await confirm(`Do you really want to remove the saved ${names}?`, signal)) return;
    signal.throwIfAborted();
    for (const path of emptied) form.set(path, base[path]);
    throw new Declined();
  }

  async function save(typed: Values, { signal, sending }: FormCall): Promise<void> {
    const errors = numberErrors(typed);
    form.setErrors(errors);
    if (Object.keys(errors).length) throw new Declined();
    await confirmEmptied(typed, signal);
    const settings = await loadSettings({ signal });
    const before = form.$base.get();
    const base = baseOf(read(settings));
    const { values, conflicts } = mergeSettings(before, typed, base);
    const foreign = conflicts.filter((path) => !isOwnChange(path, base[path], before[path]));
    // The user decides once: a save that is refused after the answer does not ask again.
    rebase(base, before);
    const changes = foreign.map((path) => foreignChange(path, base));
    await confirmReplacing(changes, signal, form.setErrors);
    signal.throwIfAborted();
    sending(MAY_BE_SAVED);
    unconfirmed = values;
    const response = await saveSettings(settingsBody(fields, settings, values), { signal }).catch(
      (thrown) => {
        if (isRefusal(toApiError(thrown))) unconfirmed = undefined;
        throw thrown;
      },
    );
    unconfirmed = undefined;
    showSettings(response);
    rebase(baseOf(read(response)), values);
    drafts.clearEdits();
    // Edits that were made meanwhile.
    if (form.$isDirty.get()) drafts.touch();
  }

  const drafts = createDraftStorage<JsonObject>({
    typed: () => draftOf(fields, suggest(form.$base.get()), form.$values.get()),
    parse: (text) => parseSettingsDraft(fields, form.$values.get(), text),
    format: (edits) => JSON.stringify(edits),
    merge: (offered, typed) => ({ ...offered, ...typed }),
    restore: (edits) => form.edit((values) => ({ ...values, ...edits }), ...Object.keys(edits)),
  });

  /** Loads the stored settings; reports errors. */
  const load = async (): Promise<void> => {
    await form.load();
    if (form.$state.get() !== 'ready') return;
    const suggested = suggest(form.$base.get());
    if (suggested !== form.$base.get()) form.edit(() => suggested);
    if (draft !== undefined) drafts.open(settingsDraftKey(draft));
  };

  /** Restores the loaded values and deletes the draft. */
  const cancel = (): void => {
    form.reset(form.$base.get());
    drafts.clearEdits();
  };

  return {
    ...form,
    /** The label of the field with this path; the path itself for any other. */
    labelOf,
    load,
    cancel,
    /** Saves the changes; true on success. Reports errors, those of fields beside the fields. */
    save: async (): Promise<boolean> => {
      const sent = form.$values.get();
      if (!(await form.save())) return false;
      if (saved !== undefined) addToast('success', saved);
      options.onSaved?.(sent);
      return true;
    },
    /** Edits that were never saved, offered until they are restored or discarded. */
    $offeredDraft: drafts.$draft,
    /** True while edits can't be kept for later: local storage is full or blocked. */
    $isDraftFull: drafts.$isFull,
    restoreDraft: drafts.restore,
    discardDraft: drafts.discard,
    /**
     * Loads the settings and keeps a draft of the edits. Returns a function that stops this and removes the values,
     * secrets among them, from memory; the draft stays.
     */
    start: (): (() => void) => {
      void load();
      const stopDraft = form.$values.listen(() => {
        if (draft !== undefined && form.$state.get() === 'ready') drafts.touch();
      });
      const stopGuard = isPage
        ? guardUnsaved({ isDirty: () => form.$isDirty.get(), discard: cancel })
        : undefined;
      return () => {
        stopGuard?.();
        stopDraft();
        drafts.stop();
        form.forget();
        unconfirmed = undefined;
      };
    },
  };
}

/** A form made by {@link createSettingsForm}. */
export type SettingsForm<Fields extends SettingFields> = ReturnType<typeof createSettingsForm<Fields>>;

/** What a page or popup needs of its form; forms over other fields have other types of values. */
export type AnySettingsForm = Pick<
  SettingsForm<SettingFields>,
  | '$state'
  | '$isBusy'
  | '$isDirty'
  | '$canSave'
  | '$offeredDraft'
  | '$isDraftFull'
  | 'restoreDraft'
  | 'discardDraft'
  | 'start'
  | 'load'
  | 'save'
  | 'stop'
  | 'cancel'
>;
