import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DraftBanner } from '#components/feedback/DraftBanner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { BACKUP_TEXTS, OPTIONS_TEXTS } from '#domain/settings/backups/words.ts';
import { useSettingsForm } from '#islands/use-settings-form.ts';
import {
  $backupsConnection,
  backupOptionsForm as form,
  retryBackupsConnection,
} from '#stores/settings/backups/options.ts';
import { SettingsFooter } from '../SettingsFooter.tsx';
import { S3Badge } from '../s3/S3Badge.tsx';

const OptionFields = lazyPart(() => import('./OptionFields.tsx'), { fallback: <div className="h-24" /> });

function Connection() {
  const connection = useStore($backupsConnection, { ssr: 'initial' });
  return <S3Badge connection={connection} onRetry={retryBackupsConnection} />;
}

/** The section 'Backups options' (BK-19 to BK-24). */
export default function BackupOptions() {
  const id = useId();
  const { ref, onSubmit, stop } = useSettingsForm(form);
  const state = useStore(form.$state, { ssr: 'initial' });
  const isOffered = useStore(form.$offeredDraft, { ssr: 'initial' }) !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOffered) setIsOpen(true);
  }, [isOffered]);
  if (state === 'busy') return null;
  if (state === 'failed')
    return <ErrorState title={OPTIONS_TEXTS.loadFailed} onRetry={() => void form.load()} />;
  return (
    <section aria-label={BACKUP_TEXTS.options} className="mt-4 border-t border-base-300 pt-4">
      <Button
        icon={isOpen ? 'icon-[ri--arrow-up-s-line]' : 'icon-[ri--arrow-down-s-line]'}
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={OptionFields.preload}
        onFocus={OptionFields.preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {BACKUP_TEXTS.options}
      </Button>
      <div id={id}>
        {isOpen && (
          <form
            ref={ref}
            tabIndex={-1}
            aria-label={BACKUP_TEXTS.options}
            className="mt-4 outline-none"
            onSubmit={onSubmit}
          >
            <DraftBanner
              text="This section has unsaved changes."
              isOffered={isOffered}
              form={ref}
              onRestore={form.restoreDraft}
              onDiscard={form.discardDraft}
            />
            <OptionFields />
            <SettingsFooter form={form} cancelLabel="Reset" footerAside={<Connection />} onStop={stop} />
          </form>
        )}
      </div>
    </section>
  );
}
