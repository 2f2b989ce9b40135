import { atom, onMount } from 'nanostores';
import { $path } from '#stores/app/route.ts';

/** Whether the popup 'Send test email' is open (SM-14). */
export const $isTestEmailOpen = atom(false);

// A change of the route closes the popup (SH-07).
onMount($isTestEmailOpen, () => $path.listen(closeTestEmail));

/** Opens the popup. */
export function openTestEmail(): void {
  $isTestEmailOpen.set(true);
}

/** Closes the popup. */
export function closeTestEmail(): void {
  $isTestEmailOpen.set(false);
}
