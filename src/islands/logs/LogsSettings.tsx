import { NumberInput } from '#components/form/NumberInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { MAX_LEVEL, MIN_LEVEL } from '#domain/logs/settings.ts';
import { SettingsPopup } from '#islands/SettingsPopup.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { logSettingsForm as form } from '#stores/logs/settings.ts';
import { closeLogsSettings } from '#stores/logs/settings-open.ts';
import { DefaultLevels } from './DefaultLevels.tsx';

/** The popup 'Logs settings'. */
export default function LogsSettings() {
  const field = useSettingFields(form);
  return (
    <SettingsPopup form={form} title="Logs settings" closeLabel="Cancel" onClose={closeLogsSettings}>
      <NumberInput
        {...field('logs.maxDays')}
        required
        min={0}
        step={1}
        help={
          <>
            Set to <code className="font-mono">0</code> to disable logs persistence.
          </>
        }
      />
      <NumberInput
        {...field('logs.minLevel')}
        required
        min={MIN_LEVEL}
        max={MAX_LEVEL}
        step={1}
        help={
          <>
            Logs with level below the minimum will be ignored.
            <br />
            <DefaultLevels />
          </>
        }
      />
      <Toggle {...field.toggle('logs.logIp')} />
    </SettingsPopup>
  );
}
