import { deleteTrace, listTraces } from '#api/access/sign-ins.ts';
import { type SignInTrace, TRACE_TEXTS, type TraceKind } from '#domain/access/sign-ins.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

/** Creates the store of what the backend keeps of the sign-ins of an account. */
export function createSignIns(collectionId: string, accountId: string) {
  const { $load, load, clear } = createLoader({
    request: (signal) => listTraces(collectionId, accountId, { signal }),
    keepsValue: true,
    showsError: true,
  });
  return {
    $traces: $load,
    reload: load,
    /** Loads them. Returns a function that stops this. */
    start: (): (() => void) => {
      void load();
      return clear;
    },
    /** Asks, then removes one. Reports errors. */
    remove: async (kind: TraceKind, { id }: SignInTrace): Promise<void> => {
      const { one, loss } = TRACE_TEXTS[kind];
      if (!(await confirm(`Do you really want to remove ${one}?`, { loss }))) return;
      try {
        await deleteTrace(kind, id);
      } catch (thrown) {
        report(thrown);
      }
      // Also after a failure: it may be over, or removed by somebody else.
      await load();
    },
  };
}
