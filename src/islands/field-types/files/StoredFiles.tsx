import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { SortableList } from '#components/sortable/SortableList.tsx';
import type { SchemaField } from '#domain/collections/collection.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import {
  countFiles,
  deleteFile,
  type FileValue,
  moveStored,
  restoreFile,
} from '#domain/field-types/file-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { RecordData } from '#domain/records/record.ts';
import { fileUrl } from '#stores/records/files.ts';
import { Thumb } from '../cells/Thumb.tsx';
import type { FieldPanel } from '../controls/field-props.ts';
import { useFileToken } from './use-file-token.ts';

interface StoredFileProps {
  readonly record: RecordData;
  readonly field: SchemaField | undefined;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly canRestore: boolean;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
}

function StoredFile(props: StoredFileProps) {
  const { record, field, name, isDeleted, canRestore, onDelete, onRestore } = props;
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
        <Button variant="ghost" disabled={!canRestore} aria-label={`Restore ${name}`} onClick={onRestore}>
          Restore
        </Button>
      ) : (
        <LineAction verb="Remove" name={name} tooltip="Remove file" onClick={onDelete} />
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

/** The stored files, including those marked for deletion. */
export function StoredFiles({ field, files, onChange, panel }: StoredFilesProps) {
  const record = useStore(panel.$known);
  if (!record || !files.names.length) return null;
  const canRestore = countFiles(files) < field.max;
  return (
    <SortableList
      label={`Files of ${field.name}`}
      className="flex flex-col gap-1"
      itemClass="flex min-w-0 items-center gap-1 bg-base-100"
      items={files.names}
      idOf={(name) => name}
      nameOf={(name) => name}
      onMove={(from, to) => onChange(moveStored(files, from, to))}
    >
      {(name) => (
        <StoredFile
          record={record}
          field={field.field}
          name={name}
          isDeleted={files.deleted.includes(name)}
          canRestore={canRestore}
          onDelete={() => onChange(deleteFile(files, name))}
          onRestore={() => onChange(restoreFile(files, name, field.max))}
        />
      )}
    </SortableList>
  );
}
