// chunks: other settings
import { Callout } from '#components/feedback/Callout.tsx';
import { STORAGE_TEXTS } from '#domain/settings/storage.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { OrphansNote } from '#islands/OrphansNote.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { $storageConnection, storageForm as form, retryConnection } from '#stores/settings/storage.ts';
import { SettingsPage } from './SettingsPage.tsx';
import { S3Badge } from './s3/S3Badge.tsx';
import { S3Fields } from './s3/S3Fields.tsx';

const { frame, title } = routes.settingsStorage;

function ToolLink({ name, href }: { readonly name: string; readonly href: string }) {
  return (
    <a className="link font-medium" href={href} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

/** Says that the backend does not move existing files when S3 is switched on or off. */
function MigrationWarning({ isEnabled }: { readonly isEnabled: boolean }) {
  const isStoredInS3 = useInitial(form.$base)['storage.isEnabled'];
  const { local, s3 } = STORAGE_TEXTS;
  return (
    <div role="status">
      {isStoredInS3 !== isEnabled && (
        <Callout kind="warning" className="my-2">
          The backend does not move existing files. You have to migrate them manually from the{' '}
          <strong>{isEnabled ? local : s3}</strong> to the <strong>{isEnabled ? s3 : local}</strong>, for
          example with <ToolLink name="rclone" href="https://rclone.org/" /> or{' '}
          <ToolLink name="s5cmd" href="https://github.com/peak/s5cmd" />.
        </Callout>
      )}
    </div>
  );
}

function Storage() {
  const field = useSettingFields(form);
  const enabled = field.toggle('storage.isEnabled');
  return (
    <SettingsPage
      form={form}
      title={title}
      intro={STORAGE_TEXTS.intro}
      skeletonFields={1}
      cancelLabel="Reset"
      footerAside={<S3Badge $connection={$storageConnection} onRetry={retryConnection} />}
      noValidate
      onSave={form.save}
    >
      <S3Fields
        $isDirty={form.$isDirty}
        enabled={{ ...enabled, onChange: form.setEnabled }}
        field={(name) => field(`storage.${name}`)}
        secret={field('storage.secret')}
        usesPaths={field.toggle('storage.usesPaths')}
      >
        <MigrationWarning isEnabled={enabled.checked} />
      </S3Fields>
      <OrphansNote />
    </SettingsPage>
  );
}

export default island(inFrame(frame), Storage);
