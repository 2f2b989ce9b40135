// chunks: backups
import { useEffect, useRef, useState } from 'react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { IconButton, type IconButtonProps } from '#components/elements/IconButton.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { UploadProgress } from '#components/feedback/UploadProgress.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { READ_ONLY_NOTE, useReadOnly } from '#components/hooks/use-read-only.ts';
import { useRoving } from '#components/keys/use-keys.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { sizeText } from '#domain/app/size-text.ts';
import { BACKUP_TEXTS, type Backup } from '#domain/settings/backups.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { routes } from '#routing/routes.ts';
import { $isCreateOpen, closeCreate, openCreate } from '#stores/app/popups.ts';
import { $fileActions, downloadBackup, removeBackup } from '#stores/settings/backups/files.ts';
import { $backups, $canBackup, $isLoadingBackups, loadBackups } from '#stores/settings/backups/list.ts';
import { $restore, closeRestore, openRestore } from '#stores/settings/backups/restore-open.ts';
import { $upload, cancelUpload, startBackups, startUpload } from '#stores/settings/backups/upload.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const RestorePopup = lazyPanel(() => import('./backups/RestorePopup.tsx'), closeRestore);

function Action({ icon, busy = false, disabled = false, ...rest }: IconButtonProps & { busy?: boolean }) {
  return (
    <IconButton
      {...rest}
      icon={busy ? 'icon-[ri--loader-4-line] animate-spin' : icon}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled}
    />
  );
}

/** For an icon button that changes something: while that is refused, it says why. */
function useRefusal(label: string, isDisabled = false) {
  const by = useReadOnly();
  return { label, tooltip: by ? READ_ONLY_NOTE : label, disabled: isDisabled || by !== undefined };
}

function BackupRow({ backup }: { readonly backup: Backup }) {
  const { key, size, modified } = backup;
  const nameId = `backup-${encodeURIComponent(key)}`;
  const action = useInitial($fileActions).get(key);
  const canBackup = useInitial($canBackup);
  const isUploading = useInitial($upload) !== undefined;
  const isDeleting = action === 'deleting';
  // The restart would end an upload.
  const restore = useRefusal('Restore', isDeleting || !canBackup || isUploading);
  const remove = useRefusal('Delete', action === 'downloading');
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
          {...restore}
          aria-describedby={nameId}
          onPointerEnter={RestorePopup.preload}
          onFocus={RestorePopup.preload}
          onClick={() => openRestore(key)}
        />
        <Action
          icon="icon-[ri--delete-bin-7-line]"
          {...remove}
          busy={isDeleting}
          aria-describedby={nameId}
          onClick={() => void removeBackup(key)}
        />
      </div>
    </li>
  );
}

function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isUploading = useInitial($upload) !== undefined;
  const { disabled, ...said } = useRefusal(BACKUP_TEXTS.upload, isUploading);
  // 'Cancel upload' disappears.
  useFocusAfterRemoval(isUploading ? 1 : 0, () => button.current);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/zip"
        className="hidden"
        tabIndex={-1}
        aria-label={BACKUP_TEXTS.upload}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void startUpload(file);
          // Without this, the same file could not be chosen again.
          target.value = '';
        }}
      />
      <IconButton
        ref={button}
        icon="icon-[ri--upload-cloud-line]"
        {...said}
        aria-disabled={disabled}
        onClick={() => input.current?.click()}
      />
    </>
  );
}

function BackupUpload() {
  const upload = useInitial($upload);
  if (!upload) return null;
  const { name, loaded, total } = upload;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 rounded-box border border-base-300 py-1 pr-1 pl-3">
      <span className="min-w-0 grow basis-40 truncate" data-tooltip-clipped="">
        {name}
      </span>
      <UploadProgress loaded={loaded} total={total} onStop={cancelUpload}>
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {sizeText(loaded)} of {sizeText(total)}
        </span>
      </UploadProgress>
    </div>
  );
}

const CreatePopup = lazyPanel(() => import('./backups/CreatePopup.tsx'), closeCreate);

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
  const { tooltip, disabled } = useRefusal('', !canBackup);
  return (
    <button
      type="button"
      // A disabled button would lose the focus until the backup is done.
      aria-disabled={disabled}
      data-tooltip={tooltip || undefined}
      className="flex min-h-11 w-full cursor-pointer items-center justify-center gap-2 rounded-b-box px-3 font-medium hover:bg-base-200 aria-disabled:cursor-default aria-disabled:bg-base-200 aria-disabled:text-muted"
      onPointerEnter={CreatePopup.preload}
      onFocus={CreatePopup.preload}
      onClick={() => !disabled && openCreate()}
    >
      <span
        aria-hidden="true"
        className={`size-4 shrink-0 ${canBackup ? 'icon-[ri--play-circle-line]' : 'icon-[ri--loader-4-line] animate-spin'}`}
      />
      {canBackup ? BACKUP_TEXTS.initialize : BACKUP_TEXTS.inProcess}
    </button>
  );
}

function BackupList() {
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

const { frame, title } = routes.settingsBackups;

// The form is not needed to see the backups.
const BackupOptions = lazyPart(() => import('./backups/BackupOptions.tsx'));

function Popups() {
  const isCreating = useInitial($isCreateOpen);
  const restore = useInitial($restore);
  return (
    <>
      {isCreating && <CreatePopup />}
      {restore && <RestorePopup />}
    </>
  );
}

function RefreshBackups() {
  const isLoading = useInitial($isLoadingBackups);
  return <RefreshButton busy={isLoading} onRefresh={() => void loadBackups()} />;
}

/** Hidden while the page waits for a restart: the reload must not ask about edits, and their draft stays. */
function Options() {
  const restore = useInitial($restore);
  const isLoading = useInitial($backups).state === 'busy';
  // Once shown, the form stays: another try, or another storage, loads the list anew.
  const [isShown, setIsShown] = useState(!isLoading);
  if (!isLoading && !isShown) setIsShown(true);
  return isShown && restore?.state !== 'restarting' && <BackupOptions />;
}

function Backups() {
  useEffect(startBackups, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="min-h-0 overflow-y-auto px-4 pt-1 pb-4">
        <div className="wide-content">
          <div className="mb-2 flex items-center gap-1">
            <p className="mr-1 min-w-0 text-muted">{BACKUP_TEXTS.intro}</p>
            <RefreshBackups />
            <UploadButton />
          </div>
          <BackupUpload />
          <div className="wide-columns">
            <BackupList />
            <Options />
          </div>
        </div>
      </div>
      <Popups />
    </div>
  );
}

export default island(inFrame(frame), Backups);
