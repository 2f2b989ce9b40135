export interface PollOptions {
  /** Time between the end of a call and the next one, in ms. */
  readonly ms: number;
  /** Whether the first call is made at once instead of after that time. */
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
    if (!stop.signal.aborted) timer = setTimeout(run, ms);
  };
  if (isImmediate) void run();
  else timer = setTimeout(run, ms);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
