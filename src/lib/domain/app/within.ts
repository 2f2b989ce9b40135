/** A call took too long; the message says so to the user. */
export class TimedOut extends Error {}

/** Makes a call with a signal that is also aborted after `ms`. Rejects with {@link TimedOut} then. */
export async function within<Result>(
  { ms, message, signal }: { readonly ms: number; readonly message: string; readonly signal: AbortSignal },
  action: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ms);
  try {
    return await action(AbortSignal.any([signal, timeout.signal]));
  } catch (thrown) {
    throw timeout.signal.aborted && !signal.aborted ? new TimedOut(message) : thrown;
  } finally {
    clearTimeout(timer);
  }
}
