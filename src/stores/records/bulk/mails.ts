import { sendVerificationMail } from '#api/records/auth.ts';
import { recordCount } from '#domain/app/count-text.ts';
import { addToast } from '#stores/app/toasts.ts';
import { confirmSelected } from './confirm-selected.ts';
import { prepareBulk } from './prepare.ts';
import { runBulk } from './run.ts';
import { LABEL_FIELDS } from './targets.ts';

/** The users that a verification mail is for. */
const UNVERIFIED = '(verified=false&&email!="")';

/** Asks, then sends a verification mail to those selected users that have an email and are not verified. */
export async function sendVerificationMails(): Promise<void> {
  const prepared = await prepareBulk(UNVERIFIED);
  if (!prepared) return;
  const { collection, selection, targets } = prepared;
  const { length } = targets.ids;
  if (!length) {
    addToast('info', 'All selected records are verified or have no email.');
    return;
  }
  const question = `Do you really want to send a verification email to ${recordCount(length)}? Verified records and those without an email get none.`;
  if (!(await confirmSelected(question, selection))) return;
  await runBulk(
    {
      action: 'mail',
      collection,
      targets,
      reads: LABEL_FIELDS,
      send: async (_id, source, options) => {
        await sendVerificationMail(collection.id, String(source?.record['email'] ?? ''), options);
        return 'done';
      },
    },
    selection,
  );
}
