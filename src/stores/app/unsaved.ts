import { listen } from '#browser/listen.ts';
import { parseHash } from '#routing/hash.ts';
import { stopAll } from '#stores/base/running.ts';
import { confirm } from './confirm.ts';
import { $path, guardLeaving } from './route.ts';

export interface Unsaved {
  /** The question before it is lost; undefined when there is nothing to lose. */
  readonly question: () => string | undefined;
  /** Gives it up; called when the user decides to leave. */
  readonly discard: () => void;
  /** Whether an address keeps it; by default any address of the same screen. */
  readonly isKept?: (hash: string) => boolean;
}

const isSameScreen = (hash: string): boolean => parseHash(hash).path === $path.get();

/** Lets the browser ask before a reload or closing the page loses something. Returns a function that stops this. */
export function warnOnUnload(isAtRisk: () => boolean): () => void {
  const warn = (event: Event) => {
    if (isAtRisk()) event.preventDefault();
  };
  return listen(window, ['beforeunload'], warn);
}

/** Asks before another screen, a reload or closing the page loses edits. Returns a function that stops this. */
export function guardUnsaved({ question, discard, isKept = isSameScreen }: Unsaved): () => void {
  const stopped = new AbortController();
  // What is given up may take a moment to end, such as requests on their way: nobody is asked twice.
  let accepted: string | undefined;
  const ask = async (text: string, hash: string, leave: () => void) => {
    if (!(await confirm(text, { signal: stopped.signal, loss: '' }))) return;
    discard();
    accepted = hash;
    leave();
  };
  const stopGuard = guardLeaving((hash, leave) => {
    const isAccepted = hash === accepted;
    accepted = undefined;
    const text = question();
    if (isAccepted || text === undefined || isKept(hash)) return true;
    void ask(text, hash, leave);
    return false;
  });
  const stopWarning = warnOnUnload(() => question() !== undefined);
  return stopAll(() => stopped.abort(), stopGuard, stopWarning);
}
