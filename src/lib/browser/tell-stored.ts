import { currentBackend, storageKeyOf } from './backends.ts';

/** Tells this tab that a key of local storage has changed, as the browser tells the others. */
export const tellStored = (key: string): void => {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: storageKeyOf(currentBackend(), key) }));
};
