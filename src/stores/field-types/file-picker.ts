import { atom, batch, computed } from 'nanostores';
import { fileUrl } from '#api/records/files.ts';
import { publicAddress } from '#browser/backends.ts';
import type { Collection } from '#domain/backend/collection.ts';
import {
  collectionsWithFiles,
  fileFilter,
  filesIn,
  type PickableFile,
} from '#domain/records/pickable-files.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { openRecordPanel } from '#stores/records/panel/stack.ts';
import { createPickList } from './pick-list.ts';

/** The store of the dialog that chooses a file of any record; rich text sets `onlyImages`. */
export function createFilePicker({ onlyImages = false } = {}) {
  const collections = collectionsWithFiles($collectionList.get());
  const $collection = atom<Collection | undefined>(undefined);
  const $picked = atom<PickableFile | undefined>(undefined);
  const $size = atom('');
  const list = createPickList({ filterOf: fileFilter });
  const $files = computed([$collection, list.$list], (collection, loaded) =>
    collection && loaded.state === 'ready' ? filesIn(collection, loaded.items, onlyImages) : [],
  );
  // A file that a search hides must not be inserted unseen.
  const $chosen = computed([$picked, $files], (picked, files) =>
    files.find(({ record, name }) => record.id === picked?.record.id && name === picked.name),
  );

  const show = (collection: Collection) => {
    batch(() => {
      $collection.set(collection);
      $picked.set(undefined);
      $size.set('');
      list.show(collection);
    });
  };
  const [first] = collections;
  if (first) show(first);

  return {
    ...list,
    /** The collections of the sidebar; without any, no file can be chosen. */
    collections,
    $collection,
    show,
    $files,
    $chosen,
    /** Chosen thumb size, '' for the original. */
    $size,
    /** Chooses a file in its original size; choosing it again cancels the choice. */
    choose: (file: PickableFile): void => {
      const now = $chosen.get();
      const isSame = now?.record.id === file.record.id && now.name === file.name;
      $picked.set(isSame ? undefined : file);
      $size.set('');
    },
    setSize: (size: string): void => $size.set(size),
    /** URL of the chosen file for a stored text, with `?thumb=` unless original; undefined without a choice. */
    url: (): string | undefined => {
      const file = $chosen.get();
      const url = file && fileUrl(file.record, file.name, { thumb: $size.get() });
      return url && publicAddress(url);
    },
    /** Opens an empty record panel on top; the list then shows the created record. */
    create: (): void => {
      const collection = $collection.get();
      if (collection) openRecordPanel({ collection, onSaved: () => void list.refresh() });
    },
  };
}

export type FilePicker = ReturnType<typeof createFilePicker>;
