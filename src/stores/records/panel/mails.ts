import type { CallOptions } from '#api/client.ts';
import { sendPasswordResetMail, sendVerificationMail } from '#api/records/auth.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/latest.ts';

type SendMail = (email: string) => Promise<void>;

function createMail(
  what: string,
  send: (collectionId: string, email: string, options: CallOptions) => Promise<void>,
  collectionId: string,
): SendMail {
  const sending = createLatest();
  return async (email) => {
    if (!(await confirm(`Do you really want to send ${what} email to ${email}?`))) return;
    try {
      await send(collectionId, email, { signal: sending.begin() });
      addToast('success', `Successfully sent ${what} email to ${email}.`);
    } catch (thrown) {
      report(thrown);
    }
  };
}

/** Sends the mails of one panel. */
export interface Mails {
  /** Asks, then requests a verification mail. Reports errors. */
  readonly sendVerification: SendMail;
  /** Asks, then requests a password reset mail. Reports errors. */
  readonly sendPasswordReset: SendMail;
}

/** Creates the mails of one panel. */
export const createMails = (collectionId: string): Mails => ({
  sendVerification: createMail('verification', sendVerificationMail, collectionId),
  sendPasswordReset: createMail('password reset', sendPasswordResetMail, collectionId),
});
