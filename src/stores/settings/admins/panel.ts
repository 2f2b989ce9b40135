import { atom, computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { createAdmin, deleteAdmin, getAdmin, updateAdmin } from '#api/settings/admins.ts';
import { isRefusal } from '#domain/app/api-error.ts';
import type { JsonObject } from '#domain/app/is-object.ts';
import { describeChange, draftOf, mergeSettings, parseSettingsDraft } from '#domain/app/settings-fields.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import type { Admin } from '#domain/auth/admin.ts';
import {
  ADMIN_FIELDS,
  ADMIN_TEXTS,
  type AdminValues,
  adminBody,
  adminValues,
  isAdminChanged,
  NEW_ADMIN,
} from '#domain/settings/admin-fields.ts';
import { $adminId, expireSession, signInAgain } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { confirmReplacing, Declined, type ForeignChange } from '#stores/factories/confirm-replacing.ts';
import { createDraftStorage } from '#stores/factories/create-draft-storage.ts';
import { createEditPanel } from '#stores/factories/create-edit-panel.ts';
import { createForm, type FormCall, MAY_BE_SAVED } from '#stores/factories/create-form.ts';
import { refreshAdmins } from './list.ts';

/** The fields that another administrator may have changed meanwhile. */
const MERGED = ['email', 'avatar'] as const;

const baseOf = (admin: Admin | undefined): AdminValues => (admin ? adminValues(admin) : NEW_ADMIN);

const draftable = ({ email, avatar }: AdminValues) => ({ email, avatar });

function foreignChange(path: (typeof MERGED)[number], stored: AdminValues): ForeignChange {
  // A number alone does not say which picture it means.
  const change =
    path === 'email'
      ? describeChange(ADMIN_FIELDS.email, stored.email)
      : `changed this to avatar ${stored.avatar}`;
  return { path, label: ADMIN_FIELDS[path].label, change };
}

const PASSWORD_CHANGE: ForeignChange = {
  path: 'password',
  label: ADMIN_FIELDS.password.label,
  change: 'may have changed this, too',
};

/** Keeps the session alive when the own password was changed, which ends all tokens; else it ends on the sign-in. */
async function keepOwnSession(email: string, password: string): Promise<void> {
  try {
    await signInAgain(email, password);
  } catch {
    expireSession();
  }
  // Also if another tab has sent a request with the old token meanwhile, which has ended the session.
  if ($adminId.get() === undefined) addToast('info', ADMIN_TEXTS.signInAgain);
}

export interface AdminPanelOptions {
  /** The administrator to edit; undefined for a new one. */
  readonly admin: Admin | undefined;
  /** The panel was closed. */
  readonly onClose: () => void;
}

/**
 * Creates the panel that creates or edits one administrator (AD-08). Before it saves an edit, it reads the stored
 * administrator: what only somebody else has changed meanwhile stays, and a field that both have changed asks. Every
 * action reports its errors.
 */
export function createAdminPanel({ admin, onClose }: AdminPanelOptions) {
  const $admin = atom(admin);
  /** Whether the administrator was deleted elsewhere. */
  const $isGone = atom(false);
  /** Values whose save was not confirmed: the backend may have stored them. */
  let unconfirmed: AdminValues | undefined;

  const form = createForm<AdminValues>({
    initial: baseOf(admin),
    isDirty: isAdminChanged,
    save: (typed, call) => send(typed, call),
    onError: (thrown) => {
      if (thrown instanceof Declined) return true;
      const error = toApiError(thrown);
      if (isRefusal(error)) unconfirmed = undefined;
      if (error.status !== 404 || !$admin.get()) return false;
      $isGone.set(true);
      void refreshAdmins();
      return true;
    },
    labelOf: (path) =>
      new Map<string, { label: string }>(Object.entries(ADMIN_FIELDS)).get(path)?.label ?? path,
  });
  const { $base, $values } = form;

  const drafts = createDraftStorage<JsonObject>({
    typed: () => draftOf(ADMIN_FIELDS, draftable($base.get()), draftable($values.get())),
    parse: (text) => parseSettingsDraft(ADMIN_FIELDS, $values.get(), text),
    format: (edits) => JSON.stringify(edits),
    merge: (offered, typed) => ({ ...offered, ...typed }),
    restore: (edits) => form.edit((values) => ({ ...values, ...edits }), ...Object.keys(edits)),
  });

  /** Reads the administrator again and merges; throws when the user does not want to replace a foreign change. */
  async function mergeStored(id: string, typed: AdminValues, signal: AbortSignal): Promise<AdminValues> {
    const found = await getAdmin(id, { signal });
    const stored = adminValues(found);
    // A changed password shows only in the time of the last change.
    const isPasswordUnsure = typed.changePassword && !unconfirmed && found.updated !== $admin.get()?.updated;
    $admin.set(found);
    const { values, conflicts } = mergeSettings($base.get(), typed, stored);
    const foreign = MERGED.filter((path) => conflicts.includes(path) && stored[path] !== unconfirmed?.[path]);
    // The user decides once: a save that is refused after the answer does not ask again.
    form.reset(stored, mergeSettings($base.get(), $values.get(), stored).values);
    const changes = foreign.map((path) => foreignChange(path, stored));
    if (isPasswordUnsure) changes.push(PASSWORD_CHANGE);
    await confirmReplacing(changes, signal, form.setErrors);
    signal.throwIfAborted();
    return values;
  }

  async function send(typed: AdminValues, { signal, sending }: FormCall): Promise<void> {
    const id = $admin.get()?.id;
    const values = id === undefined ? typed : await mergeStored(id, typed, signal);
    const body = adminBody(values);
    sending(MAY_BE_SAVED);
    unconfirmed = values;
    const saved =
      id === undefined ? await createAdmin(body, { signal }) : await updateAdmin(id, body, { signal });
    unconfirmed = undefined;
    if (values.changePassword && saved.id === $adminId.get()) {
      await keepOwnSession(saved.email, values.password);
    }
    finish(values, saved, id === undefined);
  }

  function finish(sent: AdminValues, saved: Admin, isNew: boolean) {
    const wasClosed = panel.isClosed();
    drafts.clearEdits();
    const base = adminValues(saved);
    // Edits that were made during the request are not saved yet.
    const rest = mergeSettings(sent, $values.get(), base).values;
    const changePassword = rest.password !== '' || rest.passwordConfirm !== '';
    $admin.set(saved);
    form.reset(base, { ...rest, changePassword });
    if (form.$isDirty.get()) {
      openDrafts();
      drafts.touch();
      if (wasClosed) drafts.stop();
    } else panel.dispose();
    addToast('success', isNew ? ADMIN_TEXTS.created : ADMIN_TEXTS.updated);
    void refreshAdmins();
  }

  const panel = createEditPanel({ form, drafts, stop: () => {}, onClose });

  function openDrafts() {
    drafts.open(settingsDraftKey(`admin_${$admin.get()?.id ?? ''}`));
    if (!drafts.$draft.get()) drafts.drop();
  }

  openDrafts();
  $values.listen(drafts.touch);

  return {
    ...form,
    ...panel,
    /** The administrator as stored; undefined while it is new. */
    $admin,
    $isGone,
    /** Whether the save button is enabled (AD-09). */
    $canSave: computed(
      [$admin, $values, form.$isDirty, form.$isBusy, $isGone],
      (stored, { email }, isDirty, isBusy, isGone) =>
        !isBusy && !isGone && (stored ? isDirty : email.trim() !== ''),
    ),
    /** Stops waiting for a response; the panel keeps its edits. */
    stopWaiting: (): void => {
      if (form.stop()) void refreshAdmins();
    },
    /** Asks, then deletes the administrator (AD-13). */
    remove: async (): Promise<void> => {
      const id = $admin.get()?.id;
      if (id === undefined) return;
      await panel.remove({
        question: ADMIN_TEXTS.delete,
        request: (signal) => deleteAdmin(id, { signal }),
        warning: ADMIN_TEXTS.mayBeDeleted,
        message: ADMIN_TEXTS.deleted,
        onRemoved: () => void refreshAdmins(),
      });
    },
  };
}

export type AdminPanel = ReturnType<typeof createAdminPanel>;
