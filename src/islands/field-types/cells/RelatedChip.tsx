import { type MouseEvent, type ReactNode, useState } from 'react';
import { lazySlot } from '#components/feedback/lazy-slot.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { DEFAULT_THUMB, fileKind, hasThumb, isProtected } from '#domain/field-types/file-type.ts';
import { presentableFiles, type RecordData, recordTooltip } from '#domain/records/record.ts';
import { formatHash } from '#routing/hash.ts';
import { showsRecords } from '#stores/app/route.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { fileUrl, openFilePreview } from '#stores/records/files.ts';
import { openRelated } from '#stores/records/open.ts';
import { useFileToken, useFirstFileToken } from '../files/use-file-token.ts';

const ICONS = {
  image: 'icon-[ri--image-line]',
  video: 'icon-[ri--video-line]',
  audio: 'icon-[ri--music-2-line]',
  pdf: 'icon-[ri--file-pdf-2-line]',
  other: 'icon-[ri--file-3-line]',
} as const;

const OriginalPicture = lazySlot(() => import('./OriginalPicture.tsx'), {
  failed: ({ props }) => props.children,
});

export interface ThumbProps {
  readonly record: RecordData;
  /** The field that contains the file; undefined if the schema does not have it. */
  readonly field: Field | undefined;
  readonly name: string;
}

/** A file in a list. It opens in the preview popup, or is a download link if it has no preview. */
export function Thumb({ record, field, name }: ThumbProps) {
  const needsToken = isProtected(field);
  const latest = useFileToken(needsToken);
  const token = useFirstFileToken(needsToken);
  // The address of an image that could not be loaded. A new token makes a new address, which may work.
  const [broken, setBroken] = useState<string>();
  const src = fileUrl(record, name, { thumb: DEFAULT_THUMB, token });
  const kind = fileKind(name);
  const open = (event: MouseEvent) => {
    event.stopPropagation();
    openFilePreview(record, name, needsToken);
  };

  if (kind === 'other') {
    return (
      <a
        className="thumb"
        // The link can be opened at any time, so it needs a valid token.
        href={fileUrl(record, name, { token: latest })}
        target="_blank"
        rel="noopener noreferrer"
        title={`Download ${name}`}
        aria-label={`Download ${name}`}
        onClick={(event) => event.stopPropagation()}
      >
        <span className={ICONS.other} aria-hidden="true" />
      </a>
    );
  }
  const icon = <span className={ICONS[kind]} aria-hidden="true" />;
  return (
    <button
      type="button"
      className="thumb"
      title={`Preview ${name}`}
      aria-label={`Preview ${name}`}
      onClick={open}
    >
      {kind !== 'image' || token === undefined || src === broken ? (
        icon
      ) : hasThumb(name) ? (
        <img src={src} alt="" width={28} height={28} decoding="async" onError={() => setBroken(src)} />
      ) : (
        <OriginalPicture record={record} name={name} token={token}>
          {icon}
        </OriginalPicture>
      )}
    </button>
  );
}

export interface RecordLabelProps {
  readonly record: RecordData;
  readonly collection: Collection | undefined;
  readonly hasFiles?: boolean;
  /** Whether the label is inside a button, whose accessible name must be only the record's text. */
  readonly isInButton?: boolean;
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
