import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { closeByProps, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { Field } from '#components/form/Field.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { SortableList } from '#components/sortable/SortableList.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { moveItem } from '#domain/field-types/file-value.ts';
import { listOf } from '#domain/field-types/form-value.ts';
import { missingIdsText } from '#domain/records/relations.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { createRelatedRecords, type RelatedRecords } from '#stores/field-types/related.ts';
import { RecordLabel, RecordLink } from '../cells/RelatedChip.tsx';
import { type FieldProps, fieldOptions } from './simple-fields.tsx';

export interface RelatedListProps {
  readonly label: string;
  readonly collection: Collection;
  readonly related: RelatedRecords;
  /** Ids to list, without those that don't exist. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function RelatedList({ label, collection, related, ids, onChange }: RelatedListProps) {
  const records = useStore(related.$records);
  const isLoading = useStore(related.$isLoading);
  const isFailed = useStore(related.$isFailed);
  const [isRetrying, setRetrying] = useState(false);
  const isIncomplete = ids.some((id) => !records.has(id));
  const offersRetry = isIncomplete && (isFailed || isRetrying);
  const box = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(offersRetry ? 1 : 0, () => box.current?.querySelector<HTMLElement>('button'));
  if (isLoading && isIncomplete && !isRetrying) {
    return (
      <div role="status" aria-label="Loading records..." data-skeleton="" className="flex flex-col gap-2 p-2">
        {ids.slice(0, 10).map((id) => (
          <Skeleton key={id} className="h-5 w-2/3" />
        ))}
      </div>
    );
  }
  const nameOf = (id: string) => {
    const record = records.get(id);
    return record ? recordText(record, collection) : id;
  };
  async function retry() {
    setRetrying(true);
    await related.load(ids);
    setRetrying(false);
  }

  return (
    <div ref={box}>
      {offersRetry && (
        <div className="flex flex-wrap items-center gap-2 border-b border-base-300 px-2 py-1 text-sm">
          <p role="alert" className="text-muted">
            The records could not be loaded.
          </p>
          <Button className="ml-auto" busy={isRetrying} onClick={() => void retry()}>
            Try again
          </Button>
        </div>
      )}
      <SortableList
        items={ids}
        idOf={(id) => id}
        nameOf={nameOf}
        label={label}
        className="max-h-80 overflow-x-clip overflow-y-auto"
        itemClass="flex min-h-9 items-center gap-1.5 border-b border-base-300 bg-base-100 px-1.5 text-sm"
        onMove={(from, to) => onChange(moveItem(ids, from, to))}
      >
        {(id) => {
          const record = records.get(id);
          return (
            <>
              {record ? (
                <RecordLabel record={record} collection={collection} hasFiles>
                  <RecordLink
                    className="min-w-0 truncate outline-offset-[-2px] hover:underline max-sm:leading-10"
                    record={record}
                    collection={collection}
                  />
                </RecordLabel>
              ) : (
                <span className="min-w-0 truncate font-mono text-xs text-muted">{id}</span>
              )}
              <span className="ml-auto" />
              <LineAction
                verb="Remove"
                name={nameOf(id)}
                variant="small"
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </>
          );
        }}
      </SortableList>
    </div>
  );
}

const RecordPickerDialog = lazyPart(() => import('../record-picker/RecordPickerDialog.tsx'), {
  onClose: closeByProps,
});

function MissingIcon({ ids }: { readonly ids: readonly string[] }) {
  return (
    <IconButton
      variant="hint"
      className="size-6 text-warning max-sm:-my-2 max-sm:size-10"
      icon="icon-[ri--error-warning-line]"
      label="Some relations are missing"
      tooltip={missingIdsText(ids)}
      tooltipSide="left"
    />
  );
}

function limitText(min: unknown, max: number): string | undefined {
  const from = typeof min === 'number' && min > 0 ? min : undefined;
  const to = max > 1 && Number.isFinite(max) ? max : undefined;
  if (from !== undefined && to !== undefined) return `Select between ${from} and ${to} records.`;
  if (to !== undefined) return `Select up to ${to} records.`;
  return from !== undefined && max > 1 ? `Select at least ${from} records.` : undefined;
}

function RelatedRecordsField(props: FieldProps & { readonly collection: Collection }) {
  const { field, value, onChange, panel, collection } = props;
  const [related] = useState(() => createRelatedRecords(collection));
  const [isOpen, setIsOpen] = useState(false);
  const missing = useStore(related.$missing);
  const ids = listOf(value);
  // Missing records are not listed.
  const shown = ids.filter((id) => !missing.includes(id));
  const group = useRef<HTMLDivElement>(null);
  useFocusInList(group, 'li', shown.length);
  useEffect(() => void related.load(listOf(value)), [related, value]);

  // The backend refuses every update that contains ids of missing records. Opening a record must not change it, so the
  // ids are removed with the first other change. In an effect, because the stores of a form that loads again are
  // inconsistent for a moment.
  const dropsMissing = useStore(panel.$isDirty) && shown.length < ids.length;
  const drop = useEffectEvent(() => onChange(shown));
  useEffect(() => {
    if (dropsMissing) drop();
  }, [dropsMissing]);

  return (
    <>
      <Field
        {...fieldOptions(props, 'relation')}
        help={limitText(field.field?.type === 'relation' ? field.field.min : null, field.max)}
        aside={missing.length > 0 && <MissingIcon ids={missing} />}
      >
        {(control) => (
          <div
            ref={group}
            data-invalid={control['aria-invalid'] ? '' : undefined}
            className="overflow-hidden rounded-field border border-line data-invalid:border-error"
          >
            {shown.length > 0 && (
              <RelatedList
                label={field.name}
                collection={collection}
                related={related}
                ids={shown}
                onChange={onChange}
              />
            )}
            <button
              type="button"
              id={control.id}
              aria-label={`Open picker: ${field.name}`}
              aria-describedby={control['aria-describedby']}
              className="btn btn-ghost btn-sm w-full gap-1.5 rounded-none text-sm font-medium outline-offset-[-2px] max-sm:h-10"
              onClick={() => setIsOpen(true)}
            >
              <span aria-hidden="true" className="icon-[ri--magic-line] size-4" />
              Open picker
            </button>
          </div>
        )}
      </Field>
      {isOpen && (
        <RecordPickerDialog
          collection={collection}
          ids={shown}
          max={field.max}
          onSet={(records) => {
            related.add(records);
            onChange(records.map(({ id }) => id));
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The related records of a relation field, chosen in a dialog. */
export function RelationField(props: FieldProps) {
  const { field, value } = props;
  const collections = useStore($collectionList);
  const collection = field.field && relatedTo(field.field, collections);
  if (collection) return <RelatedRecordsField key={collection.id} {...props} collection={collection} />;
  return (
    <Field {...fieldOptions(props, 'relation')}>
      {() => (
        <p className="rounded-field border border-base-300 px-2 py-1.5 text-sm text-muted [overflow-wrap:anywhere]">
          {listOf(value).join(', ') || 'The collection of this relation does not exist.'}
        </p>
      )}
    </Field>
  );
}
