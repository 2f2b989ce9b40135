import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { DEFAULT_THUMB, fileKind, hasThumb } from '#domain/field-types/file-type.ts';
import type { PickableFile } from '#domain/records/pickable-files.ts';
import { OrphansNote } from '#islands/OrphansNote.tsx';
import { SearchNote } from '#islands/SearchNote.tsx';
import { dialect } from '#stores/app/dialect.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createFilePicker, type FilePicker } from '#stores/field-types/file-picker.ts';
import { fileUrl } from '#stores/records/files.ts';
import OriginalPicture from '../cells/OriginalPicture.tsx';
import { PickListEnd, useLoadOnScroll } from '../record-picker/PickListEnd.tsx';

interface FileTileProps {
  readonly file: PickableFile;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function FileTile({ file, isChosen, onChoose }: FileTileProps) {
  const { record, name } = file;
  const icon = (
    <span className="flex min-w-0 max-w-full flex-col items-center gap-1 p-2">
      <span aria-hidden="true" className="icon-[ri--file-3-line] size-6 text-muted" />
      <span className="max-w-full truncate text-xs">{name}</span>
    </span>
  );
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isChosen}
      data-tooltip={`${name}\n${record.id}`}
      data-tooltip-side="bottom"
      className={`relative grid aspect-square w-full cursor-pointer place-items-center overflow-hidden rounded-field border bg-base-200 outline-offset-[-2px] hover:border-primary ${isChosen ? 'border-primary ring-2 ring-primary' : 'border-base-300'}`}
      onClick={onChoose}
    >
      {hasThumb(name) ? (
        <img
          src={fileUrl(record, name, { thumb: DEFAULT_THUMB })}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : fileKind(name) === 'image' ? (
        <OriginalPicture record={record} name={name} className="size-full object-cover">
          {icon}
        </OriginalPicture>
      ) : (
        icon
      )}
      {isChosen && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-primary text-primary-content"
        >
          <span className="icon-[ri--check-line] size-4" />
        </span>
      )}
    </button>
  );
}

/** The tiles of a line have the same position. */
const lineOf = (tile: HTMLElement) => tile.getBoundingClientRect().top;

function FileGrid({ picker, emptyText }: { readonly picker: FilePicker; readonly emptyText: string }) {
  const list = useStore(picker.$list);
  const files = useStore(picker.$files);
  const chosen = useStore(picker.$chosen);
  const search = useStore(picker.$search);
  const scroller = useRef<HTMLDivElement>(null);
  useRoving(scroller, 'li button', lineOf);
  const onScroll = useLoadOnScroll(scroller, list, () => void picker.loadMore());
  const isEmpty = list.state === 'ready' && !list.hasMore && files.length === 0;

  return (
    <div
      ref={scroller}
      data-file-scroller=""
      className="h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain p-0.5"
      onScroll={onScroll}
    >
      {list.state === 'failed' && (
        <ErrorState title="The records could not be loaded." error={list.error} onRetry={picker.refresh} />
      )}
      {isEmpty && (
        <EmptyState text={emptyText}>
          {search !== '' && <Button onClick={() => picker.search('')}>Clear filters</Button>}
        </EmptyState>
      )}
      {files.length > 0 && (
        <ul aria-label="Files" className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
          {files.map((file) => (
            <li key={`${file.record.id}/${file.name}`} className="min-w-0">
              <FileTile
                file={file}
                isChosen={chosen?.record.id === file.record.id && chosen.name === file.name}
                onChoose={() => picker.choose(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.state === 'busy' && (
        <div className="grid place-items-center py-4">
          <Spinner label="Loading files..." />
        </div>
      )}
      <PickListEnd scroller={scroller} list={list} loadMore={picker.loadMore} />
    </div>
  );
}

function SizeSelect({ picker }: { readonly picker: FilePicker }) {
  const chosen = useStore(picker.$chosen);
  const size = useStore(picker.$size);
  if (!chosen?.sizes.length) return null;
  return (
    <select
      aria-label="Size"
      className="h-8 w-44 rounded-field border border-line bg-base-100 px-2 text-sm max-sm:h-10"
      value={size}
      onChange={(event) => picker.setSize(event.target.value)}
    >
      <option value="">Original size</option>
      {chosen.sizes.map((one) => (
        <option key={one} value={one}>
          {one} thumb
        </option>
      ))}
    </select>
  );
}

function CollectionList({ picker }: { readonly picker: FilePicker }) {
  const active = useStore(picker.$collection);
  const list = useRef<HTMLElement>(null);
  useRoving(list, 'button', 'li');
  return (
    <nav
      ref={list}
      aria-label="Collections with files"
      className="max-h-32 shrink-0 overflow-y-auto border-base-300 sm:max-h-[calc(min(26rem,50dvh)+3rem)] sm:w-48 sm:border-r sm:pr-2"
    >
      <ul className="flex flex-col gap-0.5 p-0.5">
        {picker.collections.map((collection) => (
          <li key={collection.id}>
            <button
              type="button"
              aria-current={collection.id === active?.id ? 'true' : undefined}
              className="flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-field px-2 text-left text-sm hover:bg-base-200 aria-[current]:bg-base-200 aria-[current]:font-medium max-sm:min-h-10"
              onClick={() => picker.show(collection)}
            >
              <span
                aria-hidden="true"
                className={`${collection.type === 'auth' ? 'icon-[ri--group-line]' : 'icon-[ri--folder-2-line]'} size-4 shrink-0 text-muted`}
              />
              <span className="min-w-0 truncate" data-tooltip-clipped="">
                {collection.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FilesOfProps {
  readonly picker: FilePicker;
  readonly collection: Collection;
  readonly onlyImages: boolean;
}

function FilesOf({ picker, collection, onlyImages }: FilesOfProps) {
  const search = useStore(picker.$search);
  const scope = { collection, collections: useStore($collectionList), dialect: dialect() };
  return (
    <div className="min-w-0 grow">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <Searchbar
          key={collection.id}
          className="min-w-48 flex-1"
          value={search}
          onSubmit={picker.search}
          label={`Search ${collection.name} records with files`}
          placeholder="Record search term or filter..."
          completions={scope}
        />
        <Button icon="icon-[ri--add-line]" className="h-9 max-sm:w-full" onClick={picker.create}>
          New record
        </Button>
      </div>
      <SearchNote $list={picker.$list} filter={search} known={() => scope} />
      <FileGrid
        key={`${collection.id} ${search}`}
        picker={picker}
        emptyText={onlyImages ? 'No records with images found.' : 'No records with files found.'}
      />
    </div>
  );
}

export interface FilePickerDialogProps {
  readonly title?: string;
  readonly onlyImages?: boolean;
  /** Receives a file and its URL, in the chosen size. */
  readonly onPick: (picked: { readonly file: PickableFile; readonly url: string }) => void;
  readonly onClose: () => void;
}

export default function FilePickerDialog(props: FilePickerDialogProps) {
  const { title = 'Select a file', onlyImages = false, onPick, onClose } = props;
  const [picker] = useState(() => createFilePicker({ onlyImages }));
  const collection = useStore(picker.$collection);
  const chosen = useStore(picker.$chosen);
  useEffect(() => picker.stop, [picker]);

  function submit() {
    const url = picker.url();
    if (!chosen || url === undefined) return;
    onPick({ file: chosen, url });
    onClose();
  }

  return (
    <div className="contents" onSubmit={(event) => event.stopPropagation()}>
      <OverlayPanel
        variant="centered"
        size="xl"
        title={title}
        onRequestClose={onClose}
        footerAside={<SizeSelect key={`${chosen?.record.id}/${chosen?.name}`} picker={picker} />}
        cancel="Cancel"
        footer={
          <Button variant="primary" disabled={!chosen} onClick={submit}>
            Insert
          </Button>
        }
      >
        {collection ? (
          <>
            <div className="flex gap-3 max-sm:flex-col">
              <CollectionList picker={picker} />
              <FilesOf picker={picker} collection={collection} onlyImages={onlyImages} />
            </div>
            <OrphansNote collection={collection.id} />
          </>
        ) : (
          <EmptyState drawing="octopus" text="You currently don't have any collection with file field." />
        )}
      </OverlayPanel>
    </div>
  );
}
