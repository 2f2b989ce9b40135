import { atom, batch, computed, type ReadableAtom } from 'nanostores';
import { fileUrl } from '#api/records/files.ts';
import type { Collection } from '#domain/collections/collection.ts';
import {
  collectionsWithFiles,
  fileFilter,
  filesIn,
  type PickableFile,
} from '#domain/records/panel/pickable-files.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { openRecordPanel } from '#stores/records/panel/stack.ts';
import { createPickList, type PickList } from './pick-list.ts';

export type { PickableFile };

/** The dialog in which the user chooses a file of any record (FP-01 to FP-07). */
export interface FilePicker {
  /** The collections of its sidebar; empty when no collection has files (FP-02, FP-03). */
  readonly collections: readonly Collection[];
  readonly $collection: ReadableAtom<Collection | undefined>;
  readonly show: (collection: Collection) => void;
  readonly $list: PickList['$list'];
  readonly $search: PickList['$search'];
  readonly search: PickList['search'];
  readonly loadMore: PickList['loadMore'];
  readonly refresh: PickList['refresh'];
  /** The files of the records loaded so far. */
  readonly $files: ReadableAtom<readonly PickableFile[]>;
  readonly $chosen: ReadableAtom<PickableFile | undefined>;
  /** Chosen thumb size, '' for the original (FP-06). */
  readonly $size: ReadableAtom<string>;
  /** Chooses a file in its original size; choosing it again removes the choice. */
  readonly choose: (file: PickableFile) => void;
  readonly setSize: (size: string) => void;
  /** Address of the chosen file, with `?thumb=` unless in original size; undefined without a choice (FP-07). */
  readonly url: () => string | undefined;
  /** Opens an empty record panel on top; the list shows the created record (FP-05). */
  readonly create: () => void;
  readonly stop: () => void;
}

/** Creates the store of a file picker, which shows the first collection; rich text sets `onlyImages`. */
export function createFilePicker({ onlyImages = false } = {}): FilePicker {
  const collections = collectionsWithFiles($collectionList.get());
  const $collection = atom<Collection | undefined>(undefined);
  const $chosen = atom<PickableFile | undefined>(undefined);
  const $size = atom('');
  const list = createPickList({ filterOf: fileFilter });

  const show = (collection: Collection) => {
    batch(() => {
      $collection.set(collection);
      $chosen.set(undefined);
      $size.set('');
      list.show(collection);
    });
  };
  const [first] = collections;
  if (first) show(first);

  return {
    collections,
    $collection,
    show,
    $list: list.$list,
    $search: list.$search,
    search: list.search,
    loadMore: list.loadMore,
    refresh: list.refresh,
    $files: computed([$collection, list.$list], (collection, loaded) =>
      collection && loaded.state === 'ready' ? filesIn(collection, loaded.items, onlyImages) : [],
    ),
    $chosen,
    $size,
    choose: (file) => {
      const now = $chosen.get();
      const isSame = now?.record.id === file.record.id && now.name === file.name;
      $chosen.set(isSame ? undefined : file);
      $size.set('');
    },
    setSize: (size) => $size.set(size),
    url: () => {
      const file = $chosen.get();
      return file && fileUrl(file.record, file.name, { thumb: $size.get() });
    },
    create: () => {
      const collection = $collection.get();
      if (collection) openRecordPanel({ collection, onSaved: () => void list.refresh() });
    },
    stop: list.stop,
  };
}
