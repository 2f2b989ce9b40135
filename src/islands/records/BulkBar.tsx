import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { SelectedCount, SelectionBar } from '#components/table/SelectionBar.tsx';
import { $activeCollection } from '#stores/collections/list.ts';
import {
  $bulkDelete,
  type BulkDelete,
  deleteSelected,
  dismissBulkDelete,
  stopBulkDelete,
} from '#stores/records/bulk-delete.ts';
import { $selectedRecords, clearSelection } from '#stores/records/list.ts';

const BulkDeleteResult = lazyPart(() => import('./BulkDeleteResult.tsx'), {
  onClose: dismissBulkDelete,
  floats: true,
});

interface ProgressProps {
  readonly bulk: Extract<BulkDelete, { state: 'busy' }>;
  /** The records belong to another collection than the one on screen. */
  readonly isOtherCollection: boolean;
}

function Progress({ bulk: { from, done, total }, isOtherCollection }: ProgressProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 max-sm:py-1.5">
      <span className="truncate">Deleting {isOtherCollection && <bdi>{from.name} </bdi>}records...</span>
      <progress className="h-1.5 w-32 shrink" aria-label="Deleted" value={done} max={total} />
      <span className="tabular-nums">
        {done} of {total}
      </span>
      {/* Every response begins a new wait. */}
      <SlowResponse key={done} onStop={stopBulkDelete} />
    </div>
  );
}

/** Actions for the selected records, and the progress of their deletion. */
export function BulkBar() {
  const count = useStore($selectedRecords).size;
  const collection = useStore($activeCollection);
  const bulk = useStore($bulkDelete);
  const isBusy = bulk.state === 'busy';
  return (
    <>
      <SelectionBar shown={count > 0 || isBusy} onReset={clearSelection}>
        {isBusy ? (
          <Progress bulk={bulk} isOtherCollection={bulk.from.id !== collection?.id} />
        ) : (
          <>
            <SelectedCount count={count} nouns={['record', 'records']} onReset={clearSelection} />
            {collection?.type !== 'view' && (
              <Button
                variant="danger"
                icon="icon-[ri--delete-bin-7-line]"
                onClick={() => void deleteSelected()}
              >
                Delete selected
              </Button>
            )}
          </>
        )}
      </SelectionBar>
      {bulk.state === 'failed' && (
        <BulkDeleteResult
          result={bulk}
          isOtherCollection={bulk.from.id !== collection?.id}
          onClose={dismissBulkDelete}
        />
      )}
    </>
  );
}
