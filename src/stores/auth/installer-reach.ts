import { atom, onMount } from 'nanostores';
import { isOpenToOthers } from '#api/auth/installer-reach.ts';

/** Whether other people can reach the installer before the owner has used it; false until it is known. */
export const $isInstallerOpen = atom(false);

onMount($isInstallerOpen, () => {
  // While prerendering there is no address to check.
  if (typeof location === 'undefined') return undefined;
  const ending = new AbortController();
  void isOpenToOthers({ signal: ending.signal }).then((isOpen) => {
    if (!ending.signal.aborted) $isInstallerOpen.set(isOpen);
  });
  return () => ending.abort();
});
