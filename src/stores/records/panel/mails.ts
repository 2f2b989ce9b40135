import { sendPasswordResetMail, sendVerificationMail } from '#api/records/auth.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';

async function sendMail(
  what: string,
  send: (collection: string, email: string) => Promise<void>,
  collectionId: string,
  email: string,
): Promise<void> {
  if (!(await confirm(`Do you really want to send ${what} email to ${email}?`))) return;
  try {
    await send(collectionId, email);
    addToast('success', `Successfully sent ${what} email to ${email}.`);
  } catch (thrown) {
    report(thrown);
  }
}

/** Asks, then has a verification mail sent (RP-14). */
export function sendVerification(collectionId: string, email: string): Promise<void> {
  return sendMail('verification', sendVerificationMail, collectionId, email);
}

/** Asks, then has a password reset mail sent (RP-15). */
export function sendPasswordReset(collectionId: string, email: string): Promise<void> {
  return sendMail('password reset', sendPasswordResetMail, collectionId, email);
}
