import { atom } from 'nanostores';
import { impersonate } from '#api/access/as-user.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';

export interface Impersonation {
  readonly token: string;
  /** In ms since 1970, by the clock of this computer. */
  readonly until: number;
}

/** Creates what makes a token of one account. The token is in memory only, until `stop`. */
export function createImpersonation(collectionId: string, recordId: string) {
  const $made = atom<Impersonation | undefined>(undefined);
  const $isBusy = atom(false);
  const requests = createLatest();
  return {
    $made,
    $isBusy,
    /** Reports errors. @param seconds how long the token is valid */
    make: async (seconds: number): Promise<void> => {
      const signal = requests.begin();
      $isBusy.set(true);
      try {
        const token = await impersonate(collectionId, recordId, seconds, { signal });
        if (!signal.aborted) $made.set({ token, until: Date.now() + seconds * 1000 });
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
