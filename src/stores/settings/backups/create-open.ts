import { atom, onMount } from 'nanostores';
import { $path } from '#stores/app/route.ts';

/** Whether the popup 'Initialize new backup' is open (BK-06). */
export const $isCreateOpen = atom(false);

// A change of the route closes the popup (SH-07).
onMount($isCreateOpen, () => $path.listen(closeCreate));

/** Opens the popup. */
export function openCreate(): void {
  $isCreateOpen.set(true);
}

/** Closes the popup; a running backup goes on. */
export function closeCreate(): void {
  $isCreateOpen.set(false);
}
