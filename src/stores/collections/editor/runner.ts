import { atom, type ReadableAtom } from 'nanostores';
import { type ReportOptions, report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { loadCollections } from '../list.ts';

/** What a call under way may ask and tell. */
export interface Call {
  /** Aborted when nobody waits for it any more: nothing is to be shown of it then. */
  readonly signal: AbortSignal;
  /** Call before the request that changes something; what happened then, should its answer never come. */
  readonly sending: (what: 'saved' | 'deleted') => void;
}

/** The calls of one editor, one at a time. */
export interface Runner {
  readonly $isBusy: ReadableAtom<boolean>;
  /** Runs a call; false when it failed, which has been reported, was given up or another one is under way. */
  readonly run: (
    action: (call: Call) => Promise<void>,
    onError?: (data: unknown) => void,
  ) => Promise<boolean>;
  /** Gives up the call under way; a warning says when it may have had its effect all the same. */
  readonly stop: () => void;
}

/** Makes the runner of an editor; `told` says how its errors are reported. */
export function createRunner(told: Pick<ReportOptions, 'isShown' | 'labelOf'>): Runner {
  const $isBusy = atom(false);
  let stop: (() => void) | undefined;
  return {
    $isBusy,
    run: async (action, onError) => {
      if ($isBusy.get()) return false;
      $isBusy.set(true);
      const running = new AbortController();
      const { signal } = running;
      let sent: string | undefined;
      const stopped = new Promise<boolean>((resolve) => {
        stop = () => {
          resolve(false);
          running.abort();
          if (sent === undefined) return;
          addToast('warning', `No answer was waited for: it may have been ${sent} all the same.`);
          void loadCollections();
        };
      });
      const call: Call = {
        signal,
        sending: (what) => {
          sent = what;
        },
      };
      try {
        return await Promise.race([action(call).then(() => true), stopped]);
      } catch (thrown) {
        const { body } = report(thrown, told);
        onError?.(body.data);
        return false;
      } finally {
        stop = undefined;
        $isBusy.set(false);
      }
    },
    stop: () => stop?.(),
  };
}
