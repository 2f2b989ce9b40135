import { useStore } from '@nanostores/react';
import { IdValue } from '#components/table/IdValue.tsx';
import type { RecordData } from '#domain/records/record.ts';
import { $activeCollection } from '#stores/collections/list.ts';

/** The id with a copy icon, and for auth records an icon that shows whether the account is verified. */
export function IdCell({ record }: { record: RecordData }) {
  const isAuth = useStore($activeCollection)?.type === 'auth';
  const state = record['verified'] === true ? 'Verified' : 'Unverified';
  return (
    <>
      <IdValue id={record.id} isTight />
      {isAuth && (
        <span
          className={`ml-1 shrink-0 text-base ${state === 'Verified' ? 'icon-[ri--checkbox-circle-fill] text-success' : 'icon-[ri--error-warning-fill] text-muted'}`}
          role="img"
          aria-label={state}
          data-tooltip={state}
        />
      )}
    </>
  );
}
