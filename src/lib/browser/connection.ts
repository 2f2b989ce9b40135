interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

/** Whether the connection is metered: the user saves data, the connection is slow, or it is a cellular one. */
export function isMetered(): boolean {
  const { connection = {} } = navigator as { connection?: Connection };
  return Boolean(
    connection.saveData || connection.type === 'cellular' || /2g/.test(connection.effectiveType ?? ''),
  );
}

/** Calls back when the browser is idle. Returns a function that cancels the call. */
export function whenIdle(callback: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(() => callback());
  return () => window.cancelIdleCallback(handle);
}

export const idle = (): Promise<void> => new Promise((resolve) => whenIdle(resolve));
