import { Button } from '../../components/Button.tsx';
import { OverlayPanel } from '../../components/overlay/OverlayPanel.tsx';
import type { BulkDelete } from '../../stores/bulk-delete.ts';

interface Props {
  readonly result: Extract<BulkDelete, { state: 'failed' }>;
  readonly onClose: () => void;
}

/** Which records the backend did not delete, and why (RL-15); they are still selected. */
export default function BulkDeleteResult({ result: { deleted, failed }, onClose }: Props) {
  const isOne = failed.length === 1;
  return (
    <OverlayPanel
      open
      variant="centered"
      size="md"
      title={isOne ? '1 record was not deleted' : `${failed.length} records were not deleted`}
      onRequestClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p className="pb-3">
        {deleted} of {deleted + failed.length} records were deleted. {isOne ? 'This one is' : 'These are'}{' '}
        still selected:
      </p>
      <ul
        className="divide-y divide-base-300 border-y border-base-300"
        aria-label="Records that were not deleted"
      >
        {failed.map(({ id, label, message }) => (
          <li key={id} className="py-2">
            <p className="flex min-w-0 items-baseline gap-2">
              <bdi className="truncate font-medium">{label}</bdi>
              {label !== id && <span className="shrink-0 font-mono text-[13px] text-muted">{id}</span>}
            </p>
            <p className="text-error [overflow-wrap:anywhere]">{message}</p>
          </li>
        ))}
      </ul>
    </OverlayPanel>
  );
}
