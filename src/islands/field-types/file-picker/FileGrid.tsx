import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { DEFAULT_THUMB, fileKind, hasThumb } from '#domain/field-types/file-type.ts';
import type { FilePicker, PickableFile } from '#stores/field-types/file-picker.ts';
import { fileUrl } from '#stores/records/files.ts';
import OriginalPicture from '../cells/OriginalPicture.tsx';
import { PickListEnd } from '../record-picker/PickListEnd.tsx';
import { useLoadOnScroll } from '../record-picker/use-load-on-scroll.ts';

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

export interface FileGridProps {
  readonly picker: FilePicker;
  /** Shown when there are no files. */
  readonly emptyText: string;
}

/** The files of the loaded records; scrolling loads more. */
export function FileGrid({ picker, emptyText }: FileGridProps) {
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
