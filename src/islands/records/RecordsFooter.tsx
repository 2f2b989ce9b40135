import { useStore } from '@nanostores/react';
import { $total } from '#stores/records/list.ts';

/** The number of matching records (RL-02). */
export function RecordsFooter() {
  const total = useStore($total);
  return (
    <div className="border-t border-base-300 px-4 py-1.5 text-xs text-muted" role="status">
      Total found: {total ?? '...'}
    </div>
  );
}
