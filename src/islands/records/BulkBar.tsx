import { useStore } from '@nanostores/react';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { SelectionBar } from '#components/table/SelectionBar.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $bulk, dismissBulk } from '#stores/records/bulk/state.ts';
import { $records, $selectedRecords, clearSelection } from '#stores/records/list.ts';

const BulkActions = lazyPart(() => import('./BulkActions.tsx'), { onClose: clearSelection });
const BulkResult = lazyPanel(() => import('./BulkResult.tsx'), dismissBulk);

/** The bar of the selected records, and the result of the last action for them. Its content is fetched when somebody turns to the list. */
export function BulkBar() {
  const isSome = useStore($selectedRecords).size > 0;
  const collection = useStore($activeCollection);
  const bulk = useStore($bulk);
  useFetchAhead(BulkActions, useInitial($records).state === 'ready', '[role=grid]');
  return (
    <>
      <SelectionBar
        shown={isSome || bulk.state === 'busy' || bulk.state === 'reading'}
        onReset={clearSelection}
      >
        <BulkActions />
      </SelectionBar>
      {bulk.state === 'failed' && (
        <BulkResult result={bulk} isOtherCollection={bulk.from.id !== collection?.id} onClose={dismissBulk} />
      )}
    </>
  );
}
