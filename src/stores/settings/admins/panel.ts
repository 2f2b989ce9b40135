import { atom, computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { createAdmin, deleteAdmin, getAdmin, updateAdmin } from '#api/settings/admin.ts';
import { listAdmins } from '#api/settings/admins.ts';
import { isOutcomeUnknown } from '#domain/app/api-error.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import { avatarOf, type Identity } from '#domain/backend/identity.ts';
import { quoteText } from '#domain/model/filter/print.ts';
import {
  ADMIN_FIELDS,
  type AdminValues,
  adminTexts,
  adminValues,
  isAdminChanged,
  NEW_ADMIN,
} from '#domain/settings/admin-fields.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $adminId, expireSession, signInAgain } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import type { ForeignChange } from '#stores/factories/confirm-replacing.ts';
import { createEditPanel, createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { Declined } from '#stores/factories/create-form.ts';
import { createFieldsForm } from '#stores/factories/create-settings-form.ts';
import { loadedAdmins, refreshAdmins } from './list.ts';

const PASSWORD_CHANGE: ForeignChange = {
  path: 'password',
  label: ADMIN_FIELDS.password.label,
  change: 'may have changed this, too',
};

/** The texts in the words of the backend. */
export const adminTextsNow = () => adminTexts(administratorWord());

/** Keeps the session alive when a change of the own account has ended all tokens; else it ends on the sign-in. */
async function keepOwnSession(email: string, password: string | undefined): Promise<void> {
  try {
    if (password === undefined) expireSession();
    else await signInAgain(email, password);
  } catch {
    expireSession();
  }
  const { signInAgain: afterPassword, emailChanged } = adminTextsNow();
  // Also if another tab has sent a request with the old token meanwhile, which has ended the session.
  if ($adminId.get() === undefined) addToast('info', password === undefined ? emailChanged : afterPassword);
}

export interface AdminPanelOptions {
  readonly admin: Identity | undefined;
  readonly onClose: () => void;
}

/** Creates the panel of one administrator. Every action reports its errors. */
export function createAdminPanel({ admin, onClose }: AdminPanelOptions) {
  const $admin = atom(admin);
  const $isGone = atom(false);

  let known = new Set<string>();

  /** Shows what the backend has after a failed request; true when the administrator was deleted. */
  const noteFailure = (thrown: unknown): boolean => {
    const error = toApiError(thrown);
    const isGone = error.status === 404 && $admin.get() !== undefined;
    if (isGone) $isGone.set(true);
    // Without a response, it may have worked all the same.
    if (isGone || (isOutcomeUnknown(error) && !error.isAbort)) void refreshAdmins();
    return isGone;
  };

  const { drafts, fetchAhead, ...form } = createFieldsForm<AdminValues, Identity>({
    fields: ADMIN_FIELDS,
    initial: admin ? adminValues(admin) : NEW_ADMIN,
    isDirty: isAdminChanged,
    onError: noteFailure,
    createSession: ({ createFieldsSession }, edited) =>
      createFieldsSession<AdminValues, Identity>(edited, {
        fields: ADMIN_FIELDS,
        valuesOf: adminValues,
        read: ({ signal }) => {
          const id = $admin.get()?.id;
          return id === undefined ? undefined : getAdmin(id, { signal });
        },
        onRead: (stored, { changePassword }, isUnconfirmed) => {
          // A changed password shows only in the time of the last change.
          const isUnsure = changePassword && !isUnconfirmed && stored.updated !== $admin.get()?.updated;
          $admin.set(stored);
          return isUnsure ? [PASSWORD_CHANGE] : [];
        },
        findCreated: async ({ email, avatar }, { signal }) => {
          const filter = `email=${quoteText(email)}`;
          const [found] = await listAdmins({ filter, sort: '', page: 1 }, { signal });
          if (!found || avatarOf(found.avatar) !== avatar || known.has(found.id)) return undefined;
          return (await confirm(adminTextsNow().found(found.created), { signal })) && found;
        },
        // A number alone does not say which picture it means.
        changeText: (path, { avatar }) =>
          path === 'avatar' ? `changed this to avatar ${avatar}` : undefined,
        send: async (values, stored, signal) => {
          if (!stored) {
            known = new Set(loadedAdmins().map(({ id }) => id));
            return createAdmin(values, { signal });
          }
          const { changePassword, email, password } = values;
          const isOwn = stored.id === $adminId.get();
          const endsByEmail = isOwn && email !== stored.email && can().emailEndsSessions;
          // With the new password, the page signs in by itself.
          if (endsByEmail && !changePassword && !(await confirm(adminTextsNow().askEmail, { signal })))
            throw new Declined();
          const saved = await updateAdmin(stored.id, values, { signal });
          if (isOwn && (changePassword || endsByEmail))
            await keepOwnSession(saved.email, changePassword ? password : undefined);
          return saved;
        },
      }),
    onSent: ({ result, isNew }) => {
      const rest = $values.get();
      $admin.set(result);
      // A password that was typed meanwhile stays visible.
      form.set('changePassword', rest.password !== '' || rest.passwordConfirm !== '');
      panel.afterSave(openDrafts);
      addToast('success', isNew ? adminTextsNow().created : adminTextsNow().updated);
      void refreshAdmins();
    },
  });
  const { $values } = form;

  const panel = createEditPanel({ form, drafts, stop: () => {}, onClose });

  function openDrafts() {
    drafts.openLoaded(settingsDraftKey(`admin_${$admin.get()?.id ?? ''}`));
  }

  fetchAhead();
  openDrafts();
  $values.listen(drafts.touch);

  return {
    ...form,
    ...panel,
    $admin,
    $isGone,
    $canSave: computed(
      [$admin, $values, form.$isDirty, form.$isBusy, $isGone],
      (stored, { email }, isDirty, isBusy, isGone) =>
        !isBusy && !isGone && (stored ? isDirty : email.trim() !== ''),
    ),
    /** Stops waiting for a response; the panel keeps its edits. */
    stopWaiting: (): void => {
      if (form.stop()) void refreshAdmins();
    },
    remove: async (): Promise<void> => {
      const stored = $admin.get();
      if (!stored) return;
      const { id, email } = stored;
      await panel.remove({
        question: adminTextsNow().delete,
        loss: `${email} can no longer sign in.`,
        request: (signal) =>
          deleteAdmin(id, { signal }).catch((thrown: unknown) => {
            noteFailure(thrown);
            throw thrown;
          }),
        warning: adminTextsNow().mayBeDeleted,
        message: adminTextsNow().deleted,
        onRemoved: () => void refreshAdmins(),
      });
    },
  };
}

export type AdminPanel = ReturnType<typeof createAdminPanel>;

const stack = createPanelStack<AdminPanel>();
export const { $panels, disposeAll: disposePanels, start: startPanels } = stack;

function open(admin: AdminPanel['$admin']['value']) {
  if ($panels.get().length) return;
  const panel: AdminPanel = createAdminPanel({ admin, onClose: () => stack.remove(panel) });
  stack.push(panel);
}

/** Opens an empty panel. */
export const openNew = (): void => open(undefined);

/** Opens the panel of an administrator of the list; does nothing for an unknown id. */
export function openListed(id: string): void {
  const admin = loadedAdmins().find((listed) => listed.id === id);
  if (admin) open(admin);
}
