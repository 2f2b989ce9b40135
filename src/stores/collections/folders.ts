import { atom, computed } from 'nanostores';
import { randomSecret } from '#domain/app/random-secret.ts';
import * as model from '#domain/collections/folders.ts';
import { confirm } from '#stores/app/confirm.ts';
import { storedFolders } from './folder-mode.ts';

const ID_LENGTH = 12;

/** The folders of this device. */
export const $folders = computed(storedFolders.$value, model.parseFolders);

/** Id of the folder whose name is being typed. */
export const $renamed = atom<string | undefined>(undefined);

/** Applies a change to what is stored now, perhaps by another tab. */
const change = (apply: (stored: model.Folders) => model.Folders) =>
  storedFolders.update((text) => JSON.stringify(apply(model.parseFolders(text))));

/** Adds a folder, with a collection if one is given, and starts to rename it. */
export function startFolder(collectionId?: string): void {
  const id = randomSecret(ID_LENGTH);
  change((stored) => {
    const added = model.addFolder(stored, id);
    return collectionId === undefined ? added : model.placeCollection(added, collectionId, id);
  });
  $renamed.set(id);
}

/** Ends renaming. The name is kept unless it is empty; undefined changes nothing. */
export function finishRename(name: string | undefined): void {
  const id = $renamed.get();
  $renamed.set(undefined);
  if (id !== undefined && name !== undefined) change((stored) => model.renameFolder(stored, id, name));
}

/** Folds an unfolded folder and unfolds a folded one. */
export const toggleFolded = (id: string) => change((stored) => model.toggleFolded(stored, id));

export const moveFolder = (id: string, place: model.Target) =>
  change((stored) => model.placeFolder(stored, id, place));

/** Moves a collection into a folder; without one, out of all. */
export const moveCollection = (id: string, folderId: string | undefined, place?: model.Target) =>
  change((stored) => model.placeCollection(stored, id, folderId, place));

/** Asks, and removes a folder but not its collections. */
export async function removeFolder({ id, name, collections }: model.Folder): Promise<void> {
  const question = `Do you really want to remove folder "${name}"? Its collections stay.`;
  if (!collections.length || (await confirm(question))) change((stored) => model.removeFolder(stored, id));
}
