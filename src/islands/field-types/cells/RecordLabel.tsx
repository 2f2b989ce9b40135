import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { presentableText, recordTooltip } from '#domain/records/cell-text.ts';
import { presentableFields } from '#domain/records/list-query.ts';
import type { RecordData } from '#domain/records/record.ts';
import { Thumb } from './Thumb.tsx';

/** Maximum number of files shown next to the text of a record. */
const MAX_FILES = 5;

function presentableFiles(record: RecordData, collection: Collection | undefined) {
  const shown = new Set(presentableFields(collection));
  return (collection?.schema ?? [])
    .filter(({ type, name }) => type === 'file' && shown.has(name))
    .flatMap((field) => valuesOf(ownOf(record, field.name)).map((name) => ({ field, name })))
    .slice(0, MAX_FILES);
}

export interface RecordLabelProps {
  readonly record: RecordData;
  /** Undefined if it is unknown. */
  readonly collection: Collection | undefined;
  /** Whether files of the record are shown next to its text, as buttons. */
  readonly hasFiles?: boolean;
  /** Whether the label is inside a button, whose accessible name must be only the record's text. */
  readonly isInButton?: boolean;
}

/** A record, shown by its presentable fields, with the whole record in a tooltip. */
export function RecordLabel(props: RecordLabelProps) {
  const { record, collection, hasFiles = false, isInButton = false } = props;
  return (
    <>
      <span
        {...(isInButton ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Show record' })}
        data-tooltip={recordTooltip(record)}
        data-tooltip-side="left"
        className="icon-[ri--information-line] size-4 shrink-0 text-muted"
      />
      <bdi className="min-w-0 truncate">{presentableText(record, collection)}</bdi>
      {hasFiles &&
        presentableFiles(record, collection).map(({ field, name }) => (
          <Thumb key={`${field.name}/${name}`} record={record} field={field} name={name} />
        ))}
    </>
  );
}
