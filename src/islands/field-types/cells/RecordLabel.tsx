import type { ReactNode } from 'react';
import type { Collection } from '#domain/collections/collection.ts';
import { presentableFiles, recordTooltip } from '#domain/records/cell-text.ts';
import type { RecordData } from '#domain/records/record.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { Thumb } from './Thumb.tsx';

export interface RecordLabelProps {
  readonly record: RecordData;
  /** Undefined if it is unknown. */
  readonly collection: Collection | undefined;
  /** Whether files of the record are shown next to its text, as buttons. */
  readonly hasFiles?: boolean;
  /** Whether the label is inside a button, whose accessible name must be only the record's text. */
  readonly isInButton?: boolean;
  /** In place of the record's text, for example a link with it. */
  readonly children?: ReactNode;
}

/** A record, shown by its presentable fields, with the whole record in a tooltip. */
export function RecordLabel(props: RecordLabelProps) {
  const { record, collection, hasFiles = false, isInButton = false, children } = props;
  return (
    <>
      {children ?? <bdi className="min-w-0 truncate">{recordText(record, collection)}</bdi>}
      <span
        {...(isInButton ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Show record' })}
        data-tooltip={recordTooltip(record)}
        data-tooltip-side="left"
        className="quiet-icon icon-[ri--information-line] size-4 shrink-0 text-muted"
      />
      {hasFiles &&
        presentableFiles(record, collection).map(({ field, name }) => (
          <Thumb key={`${field.name}/${name}`} record={record} field={field} name={name} />
        ))}
    </>
  );
}
