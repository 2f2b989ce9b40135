import { atom, computed } from 'nanostores';
import { members, parseJson } from '#domain/app/lenient.ts';
import { FOLDERS_KEY } from '#domain/app/storage-keys.ts';
import type { FolderMode } from '#domain/collections/folders.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';

/** The stored folders as text: the first screen needs no more of them than the mode. */
export const storedFolders = createTextPreference(FOLDERS_KEY);

/** How collections are grouped; any stored value that is none of the modes means 'none'. */
export const $folderMode = computed(storedFolders.$value, (text) => members(parseJson(text))['mode']);

/** Groups the collections in another way. The folders made by hand are kept. */
export const chooseFolderMode = (mode: FolderMode) =>
  storedFolders.update((text) => JSON.stringify({ ...members(parseJson(text)), mode }));

/** Whether a new folder is requested from the list, which may still be on its way. */
export const $isFolderRequested = atom(false);

/** Adds a folder, whose name can be typed at once. */
export function requestFolder(): void {
  chooseFolderMode('manual');
  $isFolderRequested.set(true);
}
