import { useStore } from '@nanostores/react';
import { Button } from '../../components/Button.tsx';
import { $selectedRecords, clearSelection } from '../../stores/records.ts';

/** What can be done with the selected records (RL-14). */
export function BulkBar() {
  const count = useStore($selectedRecords).size;
  if (!count) return null;
  return (
    <div
      className="absolute bottom-12 left-1/2 z-20 flex -translate-x-1/2 items-center gap-3 rounded-box border border-base-300 bg-raised py-1.5 pr-1.5 pl-4 whitespace-nowrap shadow-lg"
      role="region"
      aria-label="Selection"
    >
      <span role="status">
        Selected <strong>{count}</strong> {count === 1 ? 'record' : 'records'}
      </span>
      <Button onClick={clearSelection}>Reset</Button>
    </div>
  );
}
