import { STORAGE_TEXTS } from '#domain/settings/storage.ts';
import { inFrame, island } from '#islands/island.tsx';
import { useInitial } from '#islands/use-prerendered.ts';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { $storageConnection, storageForm as form, retryConnection } from '#stores/settings/storage.ts';
import { SettingsPage } from './SettingsPage.tsx';
import { MigrationWarning } from './s3/MigrationWarning.tsx';
import { S3Badge } from './s3/S3Badge.tsx';
import { S3Fields } from './s3/S3Fields.tsx';

const { frame, title } = routes.settingsStorage;

/** The page 'Files storage'. */
function Storage() {
  const field = useSettingFields(form);
  const connection = useInitial($storageConnection);
  const base = useInitial(form.$base);
  const enabled = field.toggle('s3.enabled');
  return (
    <SettingsPage
      form={form}
      title={title}
      intro={STORAGE_TEXTS.intro}
      skeletonFields={1}
      cancelLabel="Reset"
      footerAside={<S3Badge connection={connection} onRetry={retryConnection} />}
      noValidate
      onSave={form.save}
    >
      <S3Fields
        enabled={{ ...enabled, onChange: form.setEnabled }}
        field={(name) => field(`s3.${name}`)}
        forcePathStyle={field.toggle('s3.forcePathStyle')}
      >
        <MigrationWarning isStoredInS3={base['s3.enabled']} isEnabled={enabled.checked} />
      </S3Fields>
    </SettingsPage>
  );
}

export default island(inFrame(frame), Storage);
