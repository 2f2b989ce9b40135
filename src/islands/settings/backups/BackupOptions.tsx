import { useEffect, useId, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { BACKUP_TEXTS, OPTIONS_TEXTS } from '#domain/settings/backups.ts';
import { useInitial } from '#islands/island.tsx';
import { OfferedDraft, useSaveForm } from '#islands/use-save-form.tsx';
import {
  $backupsConnection,
  backupOptionsForm as form,
  retryBackupsConnection,
} from '#stores/settings/backups/options.ts';
import { SettingsFooter } from '../SettingsFooter.tsx';
import { S3Badge } from '../s3/S3Badge.tsx';

const OptionFields = lazyPart(() => import('./OptionFields.tsx'), { fallback: <div className="h-24" /> });

export default function BackupOptions() {
  const id = useId();
  const saved = useSaveForm(form);
  useEffect(() => form.start(), []);
  const state = useInitial(form.$state);
  const isOffered = useInitial(form.$offeredDraft) !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOffered) setIsOpen(true);
  }, [isOffered]);
  if (state === 'busy') return null;
  if (state === 'failed') return <ErrorState title={OPTIONS_TEXTS.loadFailed} onRetry={form.load} />;
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
            ref={saved.ref}
            tabIndex={-1}
            aria-label={BACKUP_TEXTS.options}
            className="mt-4 outline-none"
            onSubmit={saved.onSubmit}
          >
            <OfferedDraft panel={form} form={saved} text="This section has unsaved changes." />
            <OptionFields />
            <SettingsFooter
              form={form}
              cancelLabel="Reset"
              footerAside={<S3Badge $connection={$backupsConnection} onRetry={retryBackupsConnection} />}
              onStop={saved.stop}
            />
          </form>
        )}
      </div>
    </section>
  );
}
