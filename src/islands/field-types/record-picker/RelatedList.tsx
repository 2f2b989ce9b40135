import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { SortableList } from '#components/sortable/SortableList.tsx';
import type { Collection } from '#domain/collections/collection.ts';
import { moveItem } from '#domain/field-types/file-value.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import type { RelatedRecords } from '#stores/field-types/related.ts';
import { RecordLabel } from '../cells/RecordLabel.tsx';
import { RecordLink } from '../cells/RecordLink.tsx';

/** Maximum number of lines shown while loading. */
const MAX_SKELETONS = 10;

export interface RelatedListProps {
  readonly label: string;
  readonly collection: Collection;
  readonly related: RelatedRecords;
  /** Ids to list, without those that don't exist. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The records of a relation field; the user can remove and reorder them. */
export function RelatedList({ label, collection, related, ids, onChange }: RelatedListProps) {
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
        {ids.slice(0, MAX_SKELETONS).map((id) => (
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
