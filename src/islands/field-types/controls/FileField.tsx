import { useStore } from '@nanostores/react';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '#components/elements/announce.ts';
import { Button } from '#components/elements/Button.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Field } from '#components/form/Field.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { SortableList } from '#components/sortable/SortableList.tsx';
import { isProtected } from '#domain/field-types/file-type.ts';
import {
  addFiles,
  countFiles,
  deleteFile,
  type FileValue,
  hasRoom,
  moveAdded,
  moveStored,
  removeAdded,
  restoreFile,
} from '#domain/field-types/file-value.ts';
import { type FormValue, filesOf } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordData } from '#domain/records/record.ts';
import { fileUrl } from '#stores/records/files.ts';
import { Thumb } from '../cells/RelatedChip.tsx';
import { useFileToken } from '../files/use-file-token.ts';
import { type FieldPanel, type FieldProps, fieldOptions } from './simple-fields.tsx';

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

const LIST = {
  className: 'flex flex-col gap-1',
  itemClass: 'flex min-w-0 items-center gap-1 bg-base-100',
} as const;

export interface NewFilesProps {
  readonly name: string;
  readonly files: FileValue;
  readonly onChange: (files: FileValue) => void;
}

function NewFiles({ name, files, onChange }: NewFilesProps) {
  if (!files.added.length) return null;
  return (
    <SortableList
      {...LIST}
      label={`New files of ${name}`}
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

interface StoredFileProps extends Omit<StoredFilesProps, 'panel'> {
  readonly record: RecordData;
  readonly name: string;
}

function StoredFile({ record, field: { field, max }, name, files, onChange }: StoredFileProps) {
  const isDeleted = files.deleted.includes(name);
  const token = useFileToken(isProtected(field));
  const line = useRef<HTMLDivElement>(null);
  const button = () => line.current?.querySelector<HTMLElement>(':scope > button');
  // 'Remove' and 'Restore' replace each other.
  useFocusAfterRemoval(isDeleted ? 0 : 1, button);
  useFocusAfterRemoval(isDeleted ? 1 : 0, button);
  return (
    <div ref={line} className="flex min-w-0 grow items-center gap-2">
      <span className={`inline-flex ${isDeleted ? 'opacity-60' : ''}`}>
        <Thumb record={record} field={field} name={name} />
      </span>
      <a
        className={`min-w-0 grow truncate hover:underline max-sm:py-2.5 ${isDeleted ? 'text-muted line-through' : ''}`}
        href={fileUrl(record, name, { token })}
        target="_blank"
        rel="noopener noreferrer"
        data-tooltip-clipped=""
      >
        {name}
      </a>
      {isDeleted ? (
        <Button
          variant="ghost"
          disabled={countFiles(files) >= max}
          aria-label={`Restore ${name}`}
          onClick={() => onChange(restoreFile(files, name, max))}
        >
          Restore
        </Button>
      ) : (
        <LineAction
          verb="Remove"
          name={name}
          tooltip="Remove file"
          onClick={() => onChange(deleteFile(files, name))}
        />
      )}
    </div>
  );
}

export interface StoredFilesProps {
  readonly field: FormField;
  readonly files: FileValue;
  readonly onChange: (files: FileValue) => void;
  readonly panel: FieldPanel;
}

function StoredFiles({ field, files, onChange, panel }: StoredFilesProps) {
  const record = useStore(panel.$known);
  if (!record || !files.names.length) return null;
  return (
    <SortableList
      {...LIST}
      label={`Files of ${field.name}`}
      items={files.names}
      idOf={(name) => name}
      nameOf={(name) => name}
      onMove={(from, to) => onChange(moveStored(files, from, to))}
    >
      {(name) => <StoredFile {...{ record, field, name, files, onChange }} />}
    </SortableList>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** The dropped or pasted files, and the names of folders, which look like files but can't be read. */
function filesIn({ items }: DataTransfer): readonly [readonly File[], readonly string[]] {
  const folders = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry?.isDirectory);
  const files = [...items].flatMap((item) =>
    item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? []),
  );
  return [files, folders.map((entry) => entry?.name ?? '')];
}

/** The stored files, and the new ones that the next save uploads. */
export function FileField(props: FieldProps) {
  const { field, value, onChange, panel } = props;
  const picker = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const [isOver, setIsOver] = useState(false);
  const files = filesOf(value);
  useFocusInList(group, '[data-new-file]', files.added.length);
  const canAdd = hasRoom(files, field.max);
  // Said until the value changes.
  const [left, setLeft] = useState<{ readonly of: FormValue; readonly text: string }>();

  function add(added: readonly File[], folders: readonly string[] = []) {
    const { value: next, leftOut } = addFiles(files, added, field);
    const noFolders = folders.length && `Left out, because a folder is no file: ${folders.join(', ')}.`;
    const text = [leftOut, noFolders].filter(Boolean).join('\n');
    setLeft({ of: next === files ? value : next, text });
    if (text) announce(text);
    if (next !== files) onChange(next);
  }

  function onDrop(event: DragEvent) {
    setIsOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    add(...filesIn(event.dataTransfer));
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    if (!clipboardData?.types.includes('Files') || !group.current?.contains(document.activeElement)) return;
    event.preventDefault();
    add(...filesIn(clipboardData));
  });
  // Without a text caret, browsers do not send the event to the element with the focus.
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  return (
    <Field
      {...fieldOptions(props, 'file')}
      help={field.max > 1 ? `Up to ${field.max} files.` : undefined}
      below={
        left?.text &&
        left.of === value && (
          <Callout kind="warning" className="mt-1 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
            {left.text}
          </Callout>
        )
      }
    >
      {(control) => (
        <fieldset
          ref={group}
          aria-label={field.name}
          data-invalid={control['aria-invalid'] ? '' : undefined}
          className={`flex min-w-0 flex-col gap-1 rounded-field border p-1.5 ${control['aria-invalid'] ? 'border-error' : 'border-line'} ${isOver ? (canAdd ? 'outline-2 outline-primary' : 'cursor-not-allowed bg-base-200') : ''}`}
          onDragOver={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = canAdd ? 'copy' : 'none';
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={onDrop}
        >
          <StoredFiles field={field} files={files} onChange={onChange} panel={panel} />
          <NewFiles name={field.name} files={files} onChange={onChange} />
          <input
            ref={picker}
            type="file"
            className="hidden"
            aria-label={`New file of ${field.name}`}
            tabIndex={-1}
            multiple={field.max > 1}
            accept={(field.field?.type === 'file' && field.field.mimeTypes.join(',')) || undefined}
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              // Without this, a removed file could not be chosen again.
              target.value = '';
            }}
          />
          <Button
            aria-describedby={control['aria-describedby']}
            variant="ghost"
            className="w-full"
            icon="icon-[ri--upload-cloud-line]"
            // Browsers would take the focus from it after the last file.
            aria-disabled={!canAdd || undefined}
            onClick={() => picker.current?.click()}
          >
            Upload new file
          </Button>
        </fieldset>
      )}
    </Field>
  );
}
