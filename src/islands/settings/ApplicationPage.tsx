// chunks: application
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { APPLICATION_TEXTS } from '#domain/settings/application.ts';
import { inFrame, island } from '#islands/island.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { routes } from '#routing/routes.ts';
import { applicationForm as form } from '#stores/settings/application.ts';
import { SettingsPage } from './SettingsPage.tsx';

const { frame, title } = routes.settingsApplication;

const Sections = lazyPart(() => import('./application/Sections.tsx'), { fallback: <div className="h-60" /> });

function Application() {
  const field = useSettingFields(form);
  return (
    <SettingsPage form={form} title={title}>
      <TextInput {...field('application.name')} icon="icon-[ri--text]" required />
      <TextInput {...field('application.url')} icon="icon-[ri--link]" required />
      <Toggle {...field.toggle('application.hidesControls')} info={APPLICATION_TEXTS.hidesControls} />
      {field.values['rateLimits.rules'] && <Sections />}
    </SettingsPage>
  );
}

export default island(inFrame(frame), Application);
