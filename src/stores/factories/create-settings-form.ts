import { loadSettings, saveSettings } from '#api/app/settings.ts';
import type { JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import {
  pathsOf,
  readSettings,
  type SettingField,
  type SettingFields,
  type SettingValues,
  settingErrors,
  settingsBody,
} from '#domain/app/settings-fields.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import { confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { openSettings, showSettings } from '#stores/app/settings.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { createFieldsForm } from './create-fields-form.ts';
import { Declined } from './create-form.ts';

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
 * Creates a form over some of the backend's settings: loads them fresh, saves them, keeps a draft without
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
  const valuesOf = (settings: JsonObject): Values => baseOf(readSettings(fields, settings));

  const fieldsForm = createFieldsForm<Values, JsonObject>({
    fields,
    initial: readSettings(fields, {}),
    load: async (signal) => {
      const settings = await (isPage ? openSettings({ signal }) : loadSettings({ signal }));
      showSettings(settings);
      return valuesOf(settings);
    },
    check,
    read: ({ signal }) => loadSettings({ signal }),
    valuesOf,
    send: (values, settings = {}, signal) => saveSettings(settingsBody(fields, settings, values), { signal }),
    onSent: ({ result }) => showSettings(result),
    suggest,
  });
  const { drafts, rebase: _, ...form } = fieldsForm;

  /**
   * Checks numbers and new secrets, and asks before a save removes saved secrets: the key button alone empties them.
   * After 'No' they are kept. A form that was cleared as a whole needs no question.
   */
  async function check(typed: Values, signal: AbortSignal): Promise<void> {
    const errors = settingErrors(typed);
    form.setErrors(errors);
    if (Object.keys(errors).length) throw new Declined();
    const base = form.$base.get();
    const isEmptied = (path: keyof Values & string) =>
      ownOf<SettingField>(fields, path)?.isSecret && base[path] === SECRET_MASK && typed[path] === '';
    const emptied = pathsOf(typed).filter(isEmptied);
    if (!emptied.length || !Object.values(typed).some(Boolean)) return;
    const names = emptied.map((path) => `“${form.labelOf(path)}”`).join(', ');
    if (await confirm(`Do you really want to remove the saved ${names}?`, { signal, loss: '' })) return;
    signal.throwIfAborted();
    for (const path of emptied) form.set(path, base[path]);
    throw new Declined();
  }

  /** Loads the stored settings; reports errors. */
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
