import { Spinner } from '#components/elements/Spinner.tsx';
import { SelectAll } from '#components/table/SelectAll.tsx';
import type { Log } from '#domain/logs/log.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $selectedLogs, clearSelection, selectLogs } from '#stores/logs/list.ts';

/** A component of its own, so that a selection does not render the whole header again. */
function SelectAllLogs({ items }: { items: readonly Log[] }) {
  const selected = useInitial($selectedLogs);
  return <SelectAll items={items} selected={selected} onSelect={selectLogs} onClear={clearSelection} />;
}

/** In place of the checkbox. */
function Loading() {
  return (
    <>
      <Spinner className="text-muted" />
      <span className="sr-only">Loading</span>
    </>
  );
}

interface Props {
  readonly items: readonly Log[];
  readonly isLoading: boolean;
}

/** The header row; its columns do not sort. */
export function LogsTableHead({ items, isLoading }: Props) {
  return (
    <div role="rowgroup" className="list-head logs-head">
      <div role="row" aria-rowindex={1} className="logs-columns">
        <div role="columnheader" aria-label="Select" className="cell-select">
          {isLoading ? <Loading /> : <SelectAllLogs items={items} />}
        </div>
        <div role="columnheader" className="log-level">
          level
        </div>
        <div role="columnheader" className="log-message">
          message
        </div>
        <div role="columnheader" className="log-created">
          created
        </div>
        <div role="columnheader" className="log-arrow">
          <span className="sr-only">Open</span>
        </div>
      </div>
    </div>
  );
}
