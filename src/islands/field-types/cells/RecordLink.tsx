import type { Collection } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { formatHash } from '#routing/hash.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { openRelated, showsRecords } from '#stores/records/open.ts';

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
