import type { Collection } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { RecordLabel } from './RecordLabel.tsx';
import { RecordLink } from './RecordLink.tsx';

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
