// chunks: named
import { computed, type ReadableAtom } from 'nanostores';
import { saveJsonFile } from '#browser/save-file.ts';
import { list, members, parseJson } from '#domain/app/lenient.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import { LINE } from '#domain/app/stored.ts';
import type { Collection } from '#domain/backend/collection.ts';
import {
  type ItemOwner,
  isItemOf,
  type Named,
  type NamedItem,
  withImported,
  withItem,
} from '#domain/collections/named-items.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import type { Preference } from '#stores/base/create-preference.ts';
import { lineNow } from '#wire/capabilities.ts';

export interface NamedItemsOptions<Content extends object> {
  /** Where the items of all collections are, as the text of a JSON array; '' when there are none. */
  readonly stored: Preference<string>;
  /** Reads any text; what is not an item is left out. */
  readonly parse: (text: string) => Named<Content>[];
  /** What an item is called, such as 'template'. */
  readonly noun: string;
  /** What several are called; by default with an s. */
  readonly nouns?: string;
  readonly $collections: ReadableAtom<readonly Collection[]>;
}

/** What an administrator keeps by name for each collection: several, one of them the default. */
export function createNamedItems<Content extends object>(options: NamedItemsOptions<Content>) {
  const { stored, parse, noun, nouns = `${noun}s`, $collections } = options;
  type Item = Named<Content>;
  const $items = computed(stored.$value, (text): readonly Item[] => parse(text));

  function update(change: (items: readonly Item[]) => readonly Item[]): void {
    const apply = (text: string) => {
      const known = parse(text);
      // Another version of Atoll may read these.
      const others = list(parseJson(text), members).filter(
        ({ id }) => id && !known.some((one) => one.id === id),
      );
      const all = [...change(known), ...others];
      return all.length ? JSON.stringify(all) : '';
    };
    if (stored.update(apply)) return;
    addToast(
      'warning',
      `The storage of this browser is full or blocked: the ${nouns} are kept until you reload.`,
    );
  }
  // Another collection may have the name that the item's own had before it was renamed.
  const isKnown = ({ collectionId }: Item) => $collections.get().some(({ id }) => id === collectionId);
  const isOf = (collection: ItemOwner, one: Item) =>
    isItemOf(collection, one) && (one.collectionId === collection.id || !isKnown(one));
  const of = (collection: ItemOwner, list = $items.get()): Item[] =>
    list.filter((one) => isOf(collection, one)).sort((a, b) => a.name.localeCompare(b.name));
  /** Gives a collection what it has by its name alone, because it was made anew. */
  const withAdopted = (collection: ItemOwner, list: readonly Item[]): Item[] =>
    list.map((one) => (isOf(collection, one) ? { ...one, collectionId: collection.id } : one));

  return {
    $items,
    of,
    /** Saves an item of a collection, which replaces the one with the same name. */
    save(
      collection: ItemOwner,
      { name, isDefault }: Pick<NamedItem, 'name' | 'isDefault'>,
      content: Content,
    ): Item {
      const [collectionId, collectionName] = [collection.id, collection.name];
      const id = randomSecret(15);
      const added = { ...content, id, name, collectionId, collectionName, isDefault, [LINE]: lineNow() };
      update((list) => withItem(withAdopted(collection, list), added));
      addToast('success', `Saved the ${noun} “${name}”.`);
      return added;
    },
    change(id: string, changes: Partial<Content> | Pick<NamedItem, 'name'>): void {
      update((list) => list.map((one) => (one.id === id ? { ...one, ...changes, [LINE]: lineNow() } : one)));
    },
    setDefault(collection: ItemOwner, { id }: NamedItem, isDefault: boolean): void {
      update((list) =>
        list.map((one) => {
          if (one.id === id) return { ...one, isDefault };
          return isOf(collection, one) ? { ...one, isDefault: false } : one;
        }),
      );
    },
    async remove({ id, name }: NamedItem): Promise<void> {
      if (!(await confirm(`Do you really want to delete the ${noun} “${name}”?`, { loss: '' }))) return;
      update((list) => list.filter((one) => one.id !== id));
    },
    /** Saves the items of a collection as a file, with its present name. */
    exportOf(collection: ItemOwner): void {
      const [collectionId, collectionName] = [collection.id, collection.name];
      const items = of(collection).map((one) => ({ ...one, collectionId, collectionName }));
      saveJsonFile(`${collectionName}_${nouns}.json`, JSON.stringify(items, null, 2));
    },
    /** Adds the items in a file; those that were made for a collection with this one's name become its own. */
    async importTo(collection: ItemOwner, file: File): Promise<void> {
      const found = parse(await file.text().catch(() => '')).map((one) => ({
        ...one,
        id: randomSecret(15),
        ...(isItemOf(collection, one) && { collectionId: collection.id }),
      }));
      const own = found.filter(({ collectionId }) => collectionId === collection.id);
      if (!own.length) {
        addToast('error', `The file has no ${nouns} for ${collection.name}.`);
        return;
      }
      const before = $items.get().length;
      update((list) => withImported(withAdopted(collection, list), own));
      const count = $items.get().length - before;
      addToast('success', count === 1 ? `Added 1 ${noun}.` : `Added ${count} ${nouns}.`);
    },
  };
}

export type NamedItems<Content extends object> = ReturnType<typeof createNamedItems<Content>>;
