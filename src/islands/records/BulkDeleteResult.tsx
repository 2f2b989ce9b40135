import { Button } from '#components/elements/Button.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { BulkDelete, FailedDelete } from '#stores/records/bulk-delete.ts';

interface Props {
  readonly result: Extract<BulkDelete, { state: 'failed' }>;
  /** The records belong to another collection than the one on screen. */
  readonly isOtherCollection: boolean;
  readonly onClose: () => void;
}

/** The records that were not deleted for one reason. */
function Refused({ reason, records }: { reason: string; records: readonly FailedDelete[] }) {
  return (
    <section className="pt-3">
      <h2 className="font-medium text-error [overflow-wrap:anywhere]">{reason}</h2>
      <ul className="mt-1 divide-y divide-base-300 border-y border-base-300" aria-label={reason}>
        {records.map(({ id, label }) => (
          <li key={id} className="flex min-w-0 items-baseline justify-between gap-3 py-1.5">
            <bdi className="truncate">{label}</bdi>
            {label !== id && <span className="shrink-0 font-mono text-dense text-muted">{id}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The records that the backend did not delete, and why; in their list they stay selected. */
export default function BulkDeleteResult({ result, isOtherCollection, onClose }: Props) {
  const { from, deleted, failed } = result;
  const isOne = failed.length === 1;
  const byReason = Map.groupBy(failed, ({ message }) => message);
  return (
    <OverlayPanel
      open
      variant="centered"
      size="md"
      title={isOne ? '1 record was not deleted' : `${failed.length} records were not deleted`}
      onRequestClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        {deleted} of {deleted + failed.length} records {isOtherCollection && <bdi>of {from.name} </bdi>}were
        deleted. {isOne ? 'This one is' : 'These are'} still {isOtherCollection ? 'there' : 'selected'}:
      </p>
      {[...byReason].map(([reason, records]) => (
        <Refused key={reason} reason={reason} records={records} />
      ))}
    </OverlayPanel>
  );
}
