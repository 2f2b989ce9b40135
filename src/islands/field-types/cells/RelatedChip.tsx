import type { Collection } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { formatHash } from '#routing/hash.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { openRelated, showsRecords } from '#stores/records/open.ts';
import { RecordLabel } from './RecordLabel.tsx';

export interface RecordLinkProps {
  readonly record: RecordData;
  readonly collection: Collection;
  readonly className: string;
}

/** The text of a record as a link that opens it above the list, or above the open panels. */
export function RecordLink({ record, collection, className }: RecordLinkProps) {
  const { id } = record;
  return (
    <a
      className={className}
      href={formatHash('collections', { collectionId: collection.id, recordId: id })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || !showsRecords()) return;
        // The list stays as it is, with its filter and sort.
        event.preventDefault();
        void openRelated(collection, id);
      }}
    >
      <bdi>{recordText(record, collection)}</bdi>
    </a>
  );
}

export interface RelatedChipProps {
  readonly id: string;
  /** Undefined while the record is not loaded. */
  readonly record: RecordData | undefined;
  readonly collection: Collection | undefined;
  readonly isMissing: boolean;
  readonly hasFiles?: boolean;
}

/** A related record as a chip whose text opens it, or its id if the record is missing or not loaded. */
export function RelatedChip({ id, record, collection, isMissing, hasFiles = false }: RelatedChipProps) {
  if (record) {
    return (
      <span className="chip">
        <RecordLabel record={record} collection={collection} hasFiles={hasFiles}>
          {collection && <RecordLink className="chip-text" record={record} collection={collection} />}
        </RecordLabel>
      </span>
    );
  }
  return (
    <span
      className="chip font-mono text-xs text-muted"
      data-tooltip={isMissing ? 'This record is missing.' : undefined}
    >
      <span className="truncate">{id}</span>
    </span>
  );
}
