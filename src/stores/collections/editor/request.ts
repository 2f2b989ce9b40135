import { atom } from 'nanostores';

/**
 * What is asked of the collection editor: a new collection, or the one with this id. Whoever opens the panel
 * takes the wish back. The editor itself is fetched with the first wish.
 */
export type EditorWish = { readonly kind: 'new' } | { readonly kind: 'edit'; readonly id: string };

export const $editorWish = atom<EditorWish | undefined>(undefined);

/** Asks for an empty editor (CS-08, CS-09). */
export function openNewCollection(): void {
  $editorWish.set({ kind: 'new' });
}

/** Asks for the editor of a collection (CS-11). */
export function openCollectionEditor(id: string): void {
  $editorWish.set({ kind: 'edit', id });
}

/** Takes back what was asked for. */
export function giveUpEditor(): void {
  $editorWish.set(undefined);
}
