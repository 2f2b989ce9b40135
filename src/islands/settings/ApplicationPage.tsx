// chunks: application
import { Toggle } from '#components/form/ChoiceField.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { APPLICATION_FIELDS, APPLICATION_TEXTS } from '#domain/settings/application.ts';
import { inFrame, island } from '#islands/island.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { SettingsPage } from './SettingsPage.tsx';

const { frame, title } = routes.settingsApplication;

const form = createSettingsForm({
  draft: 'application',
  fields: APPLICATION_FIELDS,
  saved: APPLICATION_TEXTS.saved,
});

function Application() {
  const field = useSettingFields(form);
  return (
    <SettingsPage form={form} title={title}>
      <TextInput {...field('application.name')} icon="icon-[ri--text]" required />
      <TextInput {...field('application.url')} icon="icon-[ri--link]" required />
      <Toggle {...field.toggle('application.hidesControls')} info={APPLICATION_TEXTS.hidesControls} />
    </SettingsPage>
  );
}

export default island(inFrame(frame), Application);
