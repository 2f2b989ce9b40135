import { confirm, DISCARD_QUESTION } from './confirm.ts';
import { $hash, guardLeaving } from './route.ts';

/** What {@link guardUnsaved} needs to know of a form. */
export interface UnsavedForm {
  /** Whether leaving would lose edits. */
  readonly isDirty: () => boolean;
  /** Discards the edits; called when the user decides to leave. */
  readonly discard: () => void;
  /** Asked before another screen opens. */
  readonly question?: string;
}

const pathOf = (hash: string): string => hash.split('?')[0] ?? '';

/**
 * Asks before another screen, a reload or closing the page loses the edits of a form. Returns a function that stops
 * this.
 */
export function guardUnsaved({ isDirty, discard, question = DISCARD_QUESTION }: UnsavedForm): () => void {
  const stopped = new AbortController();
  const leave = async (hash: string) => {
    if (!(await confirm(question, stopped.signal))) return;
    discard();
    location.hash = hash;
  };
  const stopGuard = guardLeaving((hash) => {
    if (pathOf(hash) === pathOf($hash.get()) || !isDirty()) return true;
    void leave(hash);
    return false;
  });
  const warn = (event: BeforeUnloadEvent) => {
    if (isDirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => {
    stopped.abort();
    stopGuard();
    window.removeEventListener('beforeunload', warn);
  };
}
