import { useRef } from 'react';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { useRoving } from '#components/keys/use-keys.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { Backup } from '#domain/settings/backups/backup.ts';
import { BACKUP_TEXTS } from '#domain/settings/backups/words.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { closeCreate, openCreate } from '#stores/app/popups.ts';
import { $canBackup } from '#stores/settings/backups/health.ts';
import { $backups, loadBackups } from '#stores/settings/backups/list.ts';
import { BackupRow } from './BackupRow.tsx';

export const CreatePopup = lazyPanel(() => import('./CreatePopup.tsx'), closeCreate);

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="">
      {['w-56', 'w-48', 'w-60'].map((width) => (
        <div key={width} className="flex h-11 items-center border-b border-base-300 px-3 max-sm:h-19">
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}

function Rows({ load }: { readonly load: LoadState<readonly Backup[]> }) {
  if (load.state === 'busy') return <LoadingRows />;
  if (load.state === 'failed')
    return (
      <div className="border-b border-base-300">
        <ErrorState title="The backups could not be loaded." onRetry={loadBackups} />
      </div>
    );
  return (
    <ul tabIndex={-1} aria-label="Backups" className="rounded-t-box">
      {load.value.map((backup) => (
        <BackupRow key={backup.key} backup={backup} />
      ))}
      {!load.value.length && (
        <li className="border-b border-base-300">
          <EmptyState drawing="turtle" text={BACKUP_TEXTS.empty} />
        </li>
      )}
    </ul>
  );
}

function CreateButton() {
  const canBackup = useInitial($canBackup);
  return (
    <button
      type="button"
      // A disabled button would lose the focus until the backup is done.
      aria-disabled={!canBackup}
      className="flex min-h-11 w-full cursor-pointer items-center justify-center gap-2 rounded-b-box px-3 font-medium hover:bg-base-200 aria-disabled:cursor-default aria-disabled:bg-base-200 aria-disabled:text-muted"
      onPointerEnter={CreatePopup.preload}
      onFocus={CreatePopup.preload}
      onClick={() => canBackup && openCreate()}
    >
      <span
        aria-hidden="true"
        className={`size-4 shrink-0 ${canBackup ? 'icon-[ri--play-circle-line]' : 'icon-[ri--loader-4-line] animate-spin'}`}
      />
      {canBackup ? BACKUP_TEXTS.initialize : BACKUP_TEXTS.inProcess}
    </button>
  );
}

/** The backups and the button that makes one. */
export function BackupList() {
  const load = useInitial($backups);
  const box = useRef<HTMLDivElement>(null);
  useRoving(box, 'li button', 'li');
  // 'Try again' disappears like a row.
  const count = load.state === 'ready' ? load.value.length : Number(load.state === 'failed');
  useFocusAfterRemoval(count, () => box.current?.querySelector('ul') ?? box.current);
  return (
    <div ref={box} tabIndex={-1} className="rounded-box border border-base-300">
      <Rows load={load} />
      <CreateButton />
    </div>
  );
}
