import { endSessions as sendEnd } from '#api/access/sign-ins.ts';
import {
  type IssuedToken,
  issuedFor,
  isValid,
  parseIssued,
  withEnded,
  withIssued,
} from '#domain/access/issued-tokens.ts';
import { SIGN_IN_TEXTS } from '#domain/access/sign-ins.ts';
import { ISSUED_KEY } from '#domain/app/later-keys.ts';
import { randomId } from '#domain/app/random-secret.ts';
import { can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { $admin, $adminId, expireSession } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';

const stored = createPreference<readonly IssuedToken[]>({
  key: ISSUED_KEY,
  initial: [],
  decode: parseIssued,
  encode: jsonUnlessEmpty,
});

/** The tokens that were issued on this device for accounts of this backend. */
export const $issued = stored.$value;

/** Notes one; false if it could not be stored: then it is listed during this visit. */
export const noteIssued = (token: Omit<IssuedToken, 'id' | 'by'>): boolean =>
  stored.update((all) => withIssued(all, { ...token, id: randomId(), by: $admin.get()?.email ?? '' }));

/** Removes one from the list; it stays valid. */
export const forgetIssued = (id: string): void =>
  void stored.update((all) => all.filter((token) => token.id !== id));

export interface Account {
  readonly collectionId: string;
  readonly collectionName: string;
  readonly accountId: string;
  /** For people. */
  readonly account: string;
}

/** Ends all sessions of an account after a question that says what else ends. Reports errors; true if they ended. */
export async function endSessions(of: Account): Promise<boolean> {
  const { collectionId, collectionName, accountId, account } = of;
  const isOwn = accountId === $adminId.get() && collectionName === can().administrators;
  const issued = issuedFor($issued.get(), collectionId, accountId).filter((token) =>
    isValid(token, Date.now()),
  );
  const loss = SIGN_IN_TEXTS.loss(issued.length, isOwn);
  if (!(await confirm(SIGN_IN_TEXTS.question(account), { loss }))) return false;
  try {
    await sendEnd(collectionId, accountId);
  } catch (thrown) {
    report(thrown);
    return false;
  }
  stored.update((all) => withEnded(all, collectionId, accountId, Date.now()));
  addToast('success', SIGN_IN_TEXTS.ended(account));
  if (isOwn) expireSession();
  return true;
}
