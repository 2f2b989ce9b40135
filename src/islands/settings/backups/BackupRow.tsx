import { DateTime } from '#components/elements/DateTime.tsx';
import { IconButton, type IconButtonProps } from '#components/elements/IconButton.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { sizeText } from '#domain/app/size-text.ts';
import type { Backup } from '#domain/settings/backups/backup.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $fileActions, downloadBackup, removeBackup } from '#stores/settings/backups/files.ts';
import { $canBackup } from '#stores/settings/backups/health.ts';
import { closeRestore, openRestore } from '#stores/settings/backups/restore-open.ts';
import { $upload } from '#stores/settings/backups/upload.ts';

export const RestorePopup = lazyPanel(() => import('./RestorePopup.tsx'), closeRestore);

interface ActionProps extends IconButtonProps {
  readonly busy?: boolean;
}

function Action({ icon, busy = false, disabled = false, ...rest }: ActionProps) {
  return (
    <IconButton
      {...rest}
      icon={busy ? 'icon-[ri--loader-4-line] animate-spin' : icon}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled}
    />
  );
}

/** A backup: name, size, date and what can be done with it. */
export function BackupRow({ backup }: { readonly backup: Backup }) {
  const { key, size, modified } = backup;
  const nameId = `backup-${encodeURIComponent(key)}`;
  const action = useInitial($fileActions).get(key);
  const canBackup = useInitial($canBackup);
  const isUploading = useInitial($upload) !== undefined;
  const isDeleting = action === 'deleting';
  return (
    <li
      aria-busy={action ? true : undefined}
      className={`flex min-h-11 items-center gap-x-3 border-b border-base-300 py-1 pr-1.5 pl-3 hover:bg-base-200 max-sm:flex-wrap ${isDeleting ? 'opacity-60' : ''}`}
    >
      <div className="flex min-w-0 grow items-center gap-2 max-sm:basis-full max-sm:pt-1">
        <span aria-hidden="true" className="icon-[ri--folder-zip-line] size-4 shrink-0 text-muted" />
        <span id={nameId} className="min-w-0 truncate" data-tooltip-clipped="">
          {key}
        </span>
        <span className="shrink-0 text-xs whitespace-nowrap text-muted tabular-nums">
          ( {sizeText(size)} )
        </span>
      </div>
      <span className="shrink-0 text-xs max-sm:mr-auto">
        <DateTime value={modified} />
      </span>
      <div className="flex shrink-0 items-center">
        <Action
          icon="icon-[ri--download-line]"
          label="Download"
          busy={action === 'downloading'}
          disabled={isDeleting}
          aria-describedby={nameId}
          onClick={() => void downloadBackup(key)}
        />
        <Action
          icon="icon-[ri--history-line]"
          label="Restore"
          // The restart would end an upload.
          disabled={isDeleting || !canBackup || isUploading}
          aria-describedby={nameId}
          onPointerEnter={RestorePopup.preload}
          onFocus={RestorePopup.preload}
          onClick={() => openRestore(key)}
        />
        <Action
          icon="icon-[ri--delete-bin-7-line]"
          label="Delete"
          busy={isDeleting}
          disabled={action === 'downloading'}
          aria-describedby={nameId}
          onClick={() => void removeBackup(key)}
        />
      </div>
    </li>
  );
}
