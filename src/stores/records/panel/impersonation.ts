import { atom } from 'nanostores';
import { impersonate } from '#api/access/as-user.ts';
import { parseToken } from '#domain/auth/token.ts';
import { type Account, noteIssued } from '#stores/access/issued-tokens.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';

export interface Impersonation {
  readonly token: string;
  /** In ms since 1970, by the clock of this computer. */
  readonly until: number;
}

/** Creates what makes a token of one account. The token is in memory only, until `stop`; what it is for is noted. */
export function createImpersonation(account: Account) {
  const $made = atom<Impersonation | undefined>(undefined);
  const $isBusy = atom(false);
  const requests = createLatest();
  return {
    $made,
    $isBusy,
    /** Reports errors. @param seconds how long the token is valid  @param why what it is for */
    make: async (seconds: number, why: string): Promise<void> => {
      const signal = requests.begin();
      $isBusy.set(true);
      try {
        const { collectionId, accountId } = account;
        const token = await impersonate(collectionId, accountId, seconds, { signal });
        const issued = Date.now();
        // The backend may have given it another time.
        const until = (parseToken(token)?.exp ?? 0) * 1000 || issued + seconds * 1000;
        // Also one that nobody has seen is valid.
        noteIssued({ ...account, why: why.trim(), issued, until });
        if (!signal.aborted) $made.set({ token, until });
      } catch (thrown) {
        report(thrown);
      } finally {
        if (!signal.aborted) $isBusy.set(false);
      }
    },
    stop: (): void => {
      requests.abort();
      $made.set(undefined);
    },
  };
}
