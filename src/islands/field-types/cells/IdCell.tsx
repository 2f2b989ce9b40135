import { useStore } from '@nanostores/react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import type { RecordData } from '#domain/records/record.ts';
import { $activeCollection } from '#stores/collections/list.ts';

/** The id with a copy icon, and for auth records an icon that shows whether the account is verified (RL-17). */
export function IdCell({ record }: { record: RecordData }) {
  const isAuth = useStore($activeCollection)?.type === 'auth';
  const state = record['verified'] === true ? 'Verified' : 'Unverified';
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="cell-text font-mono text-xs" data-tooltip-clipped="">
        {record.id}
      </span>
      <CopyIcon value={record.id} className="shrink-0" />
      {isAuth && (
        <span
          className={`shrink-0 text-base ${state === 'Verified' ? 'icon-[ri--checkbox-circle-fill] text-success' : 'icon-[ri--error-warning-fill] text-muted'}`}
          role="img"
          aria-label={state}
          data-tooltip={state}
        />
      )}
    </span>
  );
}
