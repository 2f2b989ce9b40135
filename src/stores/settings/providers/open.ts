import { atom, onMount } from 'nanostores';
import { $path } from '#stores/app/route.ts';

/** Key of the provider whose popup is open (AP-05). */
export const $openProvider = atom<string | undefined>(undefined);

// A change of the route closes the popup (SH-07).
onMount($openProvider, () => $path.listen(closeProvider));

/** Opens the popup of a provider. */
export function openProvider(key: string): void {
  $openProvider.set(key);
}

/** Closes the popup without saving. */
export function closeProvider(): void {
  $openProvider.set(undefined);
}
