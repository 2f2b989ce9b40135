import { useEffect, useState } from 'react';
import { LineAction } from '#components/elements/LineAction.tsx';
import { SortableList } from '#components/sortable/SortableList.tsx';
import { type FileValue, moveAdded, removeAdded } from '#domain/field-types/file-value.ts';

const keys = new WeakMap<File, string>();
let lastKey = 0;

/** Returns a unique key for a file: files may have the same name. */
function keyOf(file: File): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  lastKey += 1;
  const key = `new-${lastKey}`;
  keys.set(file, key);
  return key;
}

/** A thumbnail of an image file on this device. */
function LocalThumb({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string>();
  const isImage = file.type.startsWith('image/');
  useEffect(() => {
    if (!isImage) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file, isImage]);
  return (
    <span className="thumb cursor-default">
      {url ? (
        <img src={url} alt="" width={28} height={28} />
      ) : (
        <span aria-hidden="true" className="icon-[ri--file-3-line]" />
      )}
    </span>
  );
}

export interface NewFilesProps {
  /** Name of the field. */
  readonly name: string;
  readonly files: FileValue;
  readonly onChange: (files: FileValue) => void;
}

/** The files that the next save uploads. */
export function NewFiles({ name, files, onChange }: NewFilesProps) {
  if (!files.added.length) return null;
  return (
    <SortableList
      label={`New files of ${name}`}
      className="flex flex-col gap-1"
      itemClass="flex min-w-0 items-center gap-1 bg-base-100"
      items={files.added}
      idOf={keyOf}
      nameOf={(file) => file.name}
      onMove={(from, to) => onChange(moveAdded(files, from, to))}
    >
      {(file) => (
        <div data-new-file="" className="flex min-w-0 grow items-center gap-2">
          <LocalThumb file={file} />
          <span className="shrink-0 rounded-selector bg-success/15 px-1.5 text-xs font-medium text-success">
            New
          </span>
          <span className="min-w-0 grow truncate" data-tooltip-clipped="">
            {file.name}
          </span>
          <LineAction
            verb="Remove"
            name={file.name}
            tooltip="Remove file"
            onClick={() => onChange(removeAdded(files, file))}
          />
        </div>
      )}
    </SortableList>
  );
}
