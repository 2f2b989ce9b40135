/** What browsers tell of the connection, where they do. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

/** Whether bytes are dear: asked to save them, slow, or paid for by the megabyte. */
export function isMetered(): boolean {
  const { connection = {} } = navigator as { connection?: Connection };
  return Boolean(
    connection.saveData || connection.type === 'cellular' || /2g/.test(connection.effectiveType ?? ''),
  );
}

/** Calls back when the browser has nothing better to do. Returns what takes the wish back. */
export function whenIdle(callback: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(() => callback());
  return () => window.cancelIdleCallback(handle);
}
