import { sendPasswordResetMail, sendVerificationMail } from '#api/records/auth.ts';
import { recordCount } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { confirmSelected, type Prepared, prepareBulk, runBulk } from './run.ts';
import { $bulk } from './state.ts';
import { LABEL_FIELDS } from './targets.ts';

const sendMails = (prepared: Prepared, send: typeof sendVerificationMail) =>
  runBulk({
    ...prepared,
    action: 'mail',
    reads: LABEL_FIELDS,
    send: async (_id, source, options) => {
      await send(prepared.collection.id, String(source?.record['email'] ?? ''), options);
      return 'done';
    },
  });

/** Asks, then calls `begin` and sends a mail to set a password to those of these users that have an email. */
export async function sendPasswordMails(collection: Collection, ids: readonly string[], begin: () => void) {
  const { length: count } = ids;
  const question = `Do you really want to send an email to set a password to ${recordCount(count)}? Those without an email get none.`;
  if (!(await confirm(question))) return;
  if ($bulk.get().state === 'busy') {
    addToast('info', 'Another action is running. Wait until it has ended.');
    return;
  }
  begin();
  const selection = { by: 'ids', ids: new Set(ids), count } as const;
  await sendMails({ collection, targets: { ids, filter: 'email!=""' }, selection }, sendPasswordResetMail);
}

/** Asks, then sends a verification mail to those selected users that have an email and are not verified. */
export async function sendVerificationMails(): Promise<void> {
  const prepared = await prepareBulk('(verified=false&&email!="")');
  if (!prepared) return;
  const { selection, targets } = prepared;
  const { length } = targets.ids;
  if (!length) {
    addToast('info', 'All selected records are verified or have no email.');
    return;
  }
  const question = `Do you really want to send a verification email to ${recordCount(length)}? Verified records and those without an email get none.`;
  if (!(await confirmSelected(question, selection))) return;
  await sendMails(prepared, sendVerificationMail);
}
