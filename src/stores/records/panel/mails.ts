import type { CallOptions } from '#api/client.ts';
import { sendPasswordResetMail, sendVerificationMail } from '#api/records/auth.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/running.ts';

function createMail(
  what: string,
  send: (collectionId: string, email: string, options: CallOptions) => Promise<void>,
  collectionId: string,
) {
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
