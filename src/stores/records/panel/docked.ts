import { atom, computed, onMount } from 'nanostores';
import { listen } from '#browser/listen.ts';
import { DOCKED_KEY } from '#domain/app/storage-keys.ts';
import { createFlagPreference } from '#stores/base/create-preference.ts';

/** On narrower windows the table beside the panel would show too few columns. */
const WIDE = '(width >= 1600px)';

const preference = createFlagPreference(DOCKED_KEY, true);

/** Whether the window is wide enough for the page's record panel to stand beside the table. */
export const $canDock = atom(false);

onMount($canDock, () => {
  const media = matchMedia(WIDE);
  const follow = () => $canDock.set(media.matches);
  follow();
  return listen(media, ['change'], follow);
});

/** Whether the page's record panel stands beside the table, which stays usable. */
export const $isDocked = computed([$canDock, preference.$value], (canDock, isWanted) => canDock && isWanted);

/** Docks the panel or shows it above the page, from now on. */
export const toggleDocked = (): unknown => preference.update((isDocked) => !isDocked);
