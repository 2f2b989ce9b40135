import { atom, onMount } from 'nanostores';

/** Returns a function that calls all of these, in their order. */
export const stopAll =
  (...stops: readonly (() => unknown)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };

/** Starts the stores of a screen once: first the page's own script does, while React still loads, then the screen. */
export function startOnce(...starts: readonly (() => () => void)[]): () => () => void {
  // While it has listeners, the stores run.
  const $screen = atom(undefined);
  onMount($screen, () => stopAll(...starts.map((start) => start()).toReversed()));
  return () => $screen.listen(() => {});
}

/** The reason of every abort: one of its own would hold what ran when it was made, such as a panel's elements. */
const REPLACED = new DOMException('Replaced or left.', 'AbortError');

/** Creates the controller of requests of one kind: a new one aborts the one before. */
export function createLatest() {
  let controller = new AbortController();
  return {
    begin: (): AbortSignal => {
      controller.abort(REPLACED);
      controller = new AbortController();
      return controller.signal;
    },
    abort: (): void => controller.abort(REPLACED),
    /** Whether a newer request has replaced the one with this signal. */
    isReplaced: (signal: AbortSignal): boolean => signal !== controller.signal,
  };
}

export interface PollOptions {
  /** Time between the end of a call and the next one, in ms; a function is asked after each call. */
  readonly ms: number | (() => number);
  readonly isImmediate?: boolean;
  /** Must not reject. The signal is aborted when the polling stops. */
  readonly action: (signal: AbortSignal) => Promise<void>;
}

/** Repeats a call, never two at a time. Returns a function that stops this and aborts the pending call. */
export function startPoll({ ms, isImmediate = false, action }: PollOptions): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    await action(stop.signal);
    if (!stop.signal.aborted) wait();
  };
  const wait = () => {
    timer = setTimeout(run, typeof ms === 'number' ? ms : ms());
  };
  if (isImmediate) void run();
  else wait();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
