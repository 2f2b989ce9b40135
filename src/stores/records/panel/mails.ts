import type { CallOptions } from '#api/client.ts';
import { sendPasswordResetMail, sendVerificationMail } from '#api/records/auth.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/factories/latest.ts';

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

/** The mails that one panel has sent. */
export interface Mails {
  /** Asks, then has a verification mail sent (RP-14). */
  readonly sendVerification: SendMail;
  /** Asks, then has a password reset mail sent (RP-15). */
  readonly sendPasswordReset: SendMail;
}

/** Makes the sender of mails of one panel. */
export const createMails = (collectionId: string): Mails => ({
  sendVerification: createMail('verification', sendVerificationMail, collectionId),
  sendPasswordReset: createMail('password reset', sendPasswordResetMail, collectionId),
});
