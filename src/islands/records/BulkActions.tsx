import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { useIsSmall } from '#components/hooks/use-is-small.ts';
import { menuItem } from '#components/overlay/Dropdown.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { SelectedCount } from '#components/table/SelectionBar.tsx';
import { numberText } from '#domain/app/count-text.ts';
import type { CollectionType } from '#domain/backend/collection.ts';
import { doingWord, doneTitle } from '#domain/records/bulk/words.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { sendVerificationMails } from '#stores/records/bulk/mails.ts';
import { abandonBulk, stopBulk } from '#stores/records/bulk/run.ts';
import { $bulk, type Bulk } from '#stores/records/bulk/state.ts';
import { deleteSelected } from '#stores/records/bulk-delete.ts';
import { clearSelection } from '#stores/records/list.ts';
import {
  $selectableTotal,
  $selection,
  endWholeSelection,
  exportSelected,
  selectAllMatching,
} from '#stores/records/selection.ts';
import { openRecordTool } from '#stores/records/tools.ts';

/** Fetches what edits cells; throws the error of the import. */
export const fetchCells = () => import('./cells/Cells.tsx');

const actionsFor = (type: CollectionType) => {
  const change = menuItem('Edit selected', 'icon-[ri--pencil-line]', () => openRecordTool('change'));
  const mail = menuItem('Send verification email', 'icon-[ri--mail-check-line]', sendVerificationMails);
  const transfer = menuItem('Export selected', 'icon-[ri--download-line]', exportSelected);
  return [...(type === 'view' ? [] : [change]), transfer, ...(type === 'auth' ? [mail] : [])];
};

function Progress({ bulk }: { readonly bulk: Extract<Bulk, { state: 'busy' }> }) {
  const { action, from, done, total, isStopping } = bulk;
  const isOtherCollection = from.id !== useStore($activeCollection)?.id;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 max-sm:py-1.5">
      <span className="truncate">
        {doingWord(action)} {isOtherCollection && <bdi>{from.name} </bdi>}records...
      </span>
      <progress className="h-1.5 w-32 shrink" aria-label={doneTitle(action)} value={done} max={total} />
      <span className="tabular-nums">
        {numberText(done)} of {numberText(total)}
      </span>
      <Button aria-disabled={isStopping} onClick={stopBulk}>
        {isStopping ? 'Stopping' : 'Stop'}
      </Button>
      {/* Every response begins a new wait. */}
      <SlowResponse key={done} onStop={abandonBulk} />
    </div>
  );
}

function Selected() {
  const selection = useStore($selection);
  const total = useStore($selectableTotal);
  const isWhole = selection.by === 'filter';
  return (
    <>
      <SelectedCount
        count={selection.count}
        nouns={['record', 'records']}
        all={isWhole}
        note={isWhole && selection.search ? 'that match' : undefined}
        onReset={clearSelection}
      />
      {/* One button, so that it keeps the focus. */}
      {(isWhole || total !== undefined) && (
        <Button onClick={isWhole ? endWholeSelection : selectAllMatching}>
          {isWhole ? 'Only the loaded ones' : `Select all ${numberText(total ?? 0)} that match`}
        </Button>
      )}
    </>
  );
}

export default function BulkActions() {
  const collection = useStore($activeCollection);
  const bulk = useStore($bulk);
  const isSmall = useIsSmall();
  if (bulk.state === 'busy') return <Progress bulk={bulk} />;
  if (bulk.state === 'reading')
    return (
      <div className="flex flex-wrap items-center gap-x-3" role="status">
        Looking for the records... {bulk.done > 0 && numberText(bulk.done)}
        <Button onClick={stopBulk}>Stop</Button>
      </div>
    );
  const actions = collection ? actionsFor(collection.type) : [];
  return (
    <>
      <Selected />
      {!isSmall &&
        actions.map(({ icon, label, onSelect }) => (
          <Button key={label} icon={icon} onClick={onSelect}>
            {label}
          </Button>
        ))}
      {collection?.type !== 'view' && (
        <WriteButton
          variant="danger"
          icon="icon-[ri--delete-bin-7-line]"
          onClick={() => void deleteSelected()}
        >
          Delete selected
        </WriteButton>
      )}
      {isSmall && actions.length > 0 && <MoreMenu label="More for the selection" items={actions} />}
    </>
  );
}
