import { onMount } from 'nanostores';
import {
  listExternalAuths,
  sendPasswordResetMail,
  sendVerificationMail,
  unlinkExternalAuth,
} from '#api/records/auth.ts';
import type { ExternalAuth } from '#domain/backend/identity.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

/** Creates the store of the providers that are linked to a user; `recordId()` is undefined for a new record. */
export function createExternalAuths(collectionId: string, recordId: () => string | undefined) {
  const { $load, load, abort } = createLoader({
    request: (signal) => listExternalAuths(collectionId, recordId() ?? '', { signal }),
    keepsValue: true,
  });

  const reload = async () => {
    if (recordId() !== undefined) await load();
  };

  onMount($load, () => {
    void reload();
    return abort;
  });

  return {
    /** The linked providers; loads when it gets its first listener. */
    $auths: $load,
    reload,
    /** Asks, then removes the link to a provider; `title` is the display name of the provider. */
    unlink: async (link: ExternalAuth, title: string): Promise<void> => {
      const id = recordId();
      if (id === undefined) return;
      const loss = `The account can no longer sign in with ${title}.`;
      if (!(await confirm(`Do you really want to unlink the ${title} provider?`, { loss }))) return;
      try {
        await unlinkExternalAuth(collectionId, id, link);
        addToast('success', `Successfully unlinked the ${title} provider.`);
        const shown = $load.get();
        if (shown.state === 'ready')
          $load.set({ ...shown, value: shown.value.filter((auth) => auth.provider !== link.provider) });
      } catch (thrown) {
        report(thrown);
      }
      // Also after a failure: it may be unlinked all the same, here or by somebody else.
      await reload();
    },
  };
}

function createMail(what: string, send: typeof sendVerificationMail, collectionId: string) {
  const sending = createLatest();
  return async (email: string): Promise<void> => {
    if (!(await confirm(`Do you really want to send ${what} email to ${email}?`))) return;
    try {
      await send(collectionId, email, { signal: sending.begin() });
      addToast('success', `Successfully sent ${what} email to ${email}.`);
    } catch (thrown) {
      report(thrown);
    }
  };
}

/** Creates what sends the mails of one panel: asks, then requests the mail, and reports errors. */
export const createMails = (collectionId: string) => ({
  sendVerification: createMail('verification', sendVerificationMail, collectionId),
  sendPasswordReset: createMail('password reset', sendPasswordResetMail, collectionId),
});
