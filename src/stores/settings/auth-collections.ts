import { computed } from 'nanostores';
import { visitEditor } from '#stores/collections/editor/open.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';

/** The collections of accounts, in the order of the sidebar; loads while it is used. */
export const $authCollections = computed($collections, (load) =>
  load.state === 'ready' ? { ...load, value: load.value.filter(({ type }) => type === 'auth') } : load,
);

export const loadAuthCollections = (): void => void loadCollections();

/** Opens the editor of a collection where it says how people sign in. */
export const openAuthOptions = (id: string): void => visitEditor(id, 'options');
