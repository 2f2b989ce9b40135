import { ChangeLabel } from '#components/diff/ChangeLabel.tsx';
import { CHANGE_LABELS, type CollectionChange, oldNameOf } from '#domain/settings/import/outcome.ts';

/** The label, name and id of a changed collection; a rename is shown as old → new. */
export function ChangeTitle({ change }: { readonly change: CollectionChange }) {
  const oldName = oldNameOf(change);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <ChangeLabel kind={change.kind} text={CHANGE_LABELS[change.kind]} />
      <span className="min-w-0 font-medium wrap-anywhere">
        {oldName !== undefined && (
          <>
            <del className="font-normal text-muted">
              <bdi>{oldName}</bdi>
            </del>{' '}
            →{' '}
          </>
        )}
        <bdi>{change.name}</bdi>
      </span>
      <bdi className="min-w-0 font-mono text-xs font-normal text-muted wrap-anywhere">{change.id}</bdi>
    </span>
  );
}
