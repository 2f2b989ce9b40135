import { useEffect, useState } from 'react';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { BACKUP_TEXTS } from '#domain/settings/backups/words.ts';
import { inFrame, island } from '#islands/island.tsx';
import { useInitial } from '#islands/use-prerendered.ts';
import { routes } from '#routing/routes.ts';
import { $isCreateOpen } from '#stores/app/popups.ts';
import { $backups, $isLoadingBackups, loadBackups } from '#stores/settings/backups/list.ts';
import { startBackups } from '#stores/settings/backups/page.ts';
import { $restore } from '#stores/settings/backups/restore-open.ts';
import { BackupList, BackupUpload, CreatePopup, RestorePopup, UploadButton } from './backups/BackupList.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';

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

/** The page 'Backups' (BK). */
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
