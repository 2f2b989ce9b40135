import { atom, onMount } from 'nanostores';
import { $path } from '#stores/app/route.ts';

/** Whether the popup 'Logs settings' is open (LS-01). */
export const $isLogsSettingsOpen = atom(false);

// A change of the route closes the popup (SH-07).
onMount($isLogsSettingsOpen, () => $path.listen(closeLogsSettings));

/** Opens the popup. */
export function openLogsSettings(): void {
  $isLogsSettingsOpen.set(true);
}

/** Closes the popup without saving. */
export function closeLogsSettings(): void {
  $isLogsSettingsOpen.set(false);
}
