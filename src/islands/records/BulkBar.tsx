import { useStore } from '@nanostores/react';
import { Button } from '../../components/Button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { $bulkDelete, deleteSelected, dismissBulkDelete } from '../../stores/bulk-delete.ts';
import { $activeCollection } from '../../stores/collections.ts';
import { $selectedRecords, clearSelection } from '../../stores/records.ts';

const BulkDeleteResult = lazyPart(() => import('./BulkDeleteResult.tsx'));

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <span className="flex items-center gap-3 pr-2.5">
      Deleting records...
      <progress className="h-1.5 w-32" aria-label="Deleted" value={done} max={total} />
      <span className="tabular-nums">
        {done} of {total}
      </span>
    </span>
  );
}

/** What can be done with the selected records, and how their deletion goes (RL-14, RL-15). */
export function BulkBar() {
  const count = useStore($selectedRecords).size;
  const isView = useStore($activeCollection)?.type === 'view';
  const bulk = useStore($bulkDelete);
  const isBusy = bulk.state === 'busy';
  return (
    <>
      {(count > 0 || isBusy) && (
        <div className="bulk-bar" role="region" aria-label="Selection">
          {isBusy ? (
            <Progress done={bulk.done} total={bulk.total} />
          ) : (
            <>
              <span role="status">
                Selected <strong>{count}</strong> {count === 1 ? 'record' : 'records'}
              </span>
              <Button onClick={clearSelection}>Reset</Button>
              {!isView && (
                <Button
                  look="danger"
                  icon="icon-[ri--delete-bin-7-line]"
                  onClick={() => void deleteSelected()}
                >
                  Delete selected
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {bulk.state === 'failed' && <BulkDeleteResult result={bulk} onClose={dismissBulkDelete} />}
    </>
  );
}
