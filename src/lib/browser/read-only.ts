import type { NamedBackend } from '#domain/app/backends.ts';
import type { ReadOnlyBy } from '#domain/app/read-only.ts';
import { READ_ONLY_KEY } from '#domain/app/storage-keys.ts';
import { currentBackend } from './backends.ts';
import { pageSetting } from './page-settings.ts';
import { onStored, readStored, store, tellStored } from './storage.ts';

/** The choice of this tab while it could not be stored. */
let unstored: boolean | undefined;

/** Who has set the read-only mode of a backend; undefined while it is off. Read anew each time: no tab misses a change. */
export function readOnlyBy(backend: NamedBackend | undefined = currentBackend()): ReadOnlyBy | undefined {
  if (backend?.readOnly || pageSetting('read-only')) return 'operator';
  return (unstored ?? readStored(READ_ONLY_KEY, backend) === '1') ? 'device' : undefined;
}

/** Switches the mode of this device for the backend of this tab; other tabs follow. */
export function setReadOnly(isOn: boolean): void {
  unstored = store(READ_ONLY_KEY, isOn ? '1' : undefined) ? undefined : isOn;
  tellStored(READ_ONLY_KEY);
}

/** Calls `listener` after each change of the mode, by any tab. Returns a function that stops this. */
export const onReadOnly = (listener: () => void): (() => void) => onStored(READ_ONLY_KEY, listener);
