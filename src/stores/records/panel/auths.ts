import { atom, onMount, type ReadableAtom } from 'nanostores';
import { type ExternalAuth, listExternalAuths, unlinkExternalAuth } from '#api/records/auth.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/latest.ts';

export type { ExternalAuth };

export interface ExternalAuths {
  /** The linked providers; loads when it gets its first listener. */
  readonly $auths: ReadableAtom<LoadState<readonly ExternalAuth[]>>;
  readonly reload: () => Promise<void>;
  /** Asks, then removes the link to a provider; `title` is the display name of the provider. */
  readonly unlink: (provider: string, title: string) => Promise<void>;
}

/** Creates the store of the providers that are linked to a user; `recordId()` is undefined for a new record. */
export function createExternalAuths(collectionId: string, recordId: () => string | undefined): ExternalAuths {
  const $auths = atom<LoadState<readonly ExternalAuth[]>>({ state: 'busy' });

  const loading = createLatest();

  const reload = async () => {
    const id = recordId();
    if (id === undefined) return;
    try {
      $auths.set({
        state: 'ready',
        value: await listExternalAuths(collectionId, id, { signal: loading.begin() }),
      });
    } catch (thrown) {
      const error = report(thrown);
      if (!error.isAbort && $auths.get().state !== 'ready') $auths.set({ state: 'failed', error });
    }
  };

  onMount($auths, () => {
    void reload();
    return loading.abort;
  });

  return {
    $auths,
    reload,
    unlink: async (provider, title) => {
      const id = recordId();
      if (id === undefined) return;
      const loss = `The account can no longer sign in with ${title}.`;
      if (!(await confirm(`Do you really want to unlink the ${title} provider?`, { loss }))) return;
      try {
        await unlinkExternalAuth(collectionId, id, provider);
        addToast('success', `Successfully unlinked the ${title} provider.`);
        await reload();
      } catch (thrown) {
        report(thrown);
      }
    },
  };
}
