import { useSyncExternalStore } from 'react';
import { onReadOnly, readOnlyBy } from '#browser/read-only.ts';
import type { ReadOnlyBy } from '#domain/app/read-only.ts';

/** On buttons that would change something. */
export const READ_ONLY_NOTE = 'Read-only mode is on.';

/** Nothing is sent at all while the address names an unknown backend, which throws. */
function unlessUnknown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const subscribe = (onChange: () => void) => unlessUnknown(() => onReadOnly(onChange)) ?? (() => {});

/** Who has set the read-only mode, undefined while it is off, in the prerendered page and during hydration. */
export const useReadOnly = (): ReadOnlyBy | undefined =>
  useSyncExternalStore(
    subscribe,
    () => unlessUnknown(() => readOnlyBy()),
    () => undefined,
  );
