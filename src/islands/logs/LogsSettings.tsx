import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { logsText, MAX_DATA_HELP, MAX_LEVEL, MIN_LEVEL } from '#domain/logs/settings.ts';
import { SettingsPopup } from '#islands/SettingsPopup.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { $can } from '#stores/app/capabilities.ts';
import { closeLogsPopup } from '#stores/app/popups.ts';
import {
  $isDeletingLogs,
  $lostBySettings,
  deleteAllLogs,
  logSettingsForm as form,
} from '#stores/logs/settings.ts';
import { DefaultLevels } from './DefaultLevels.tsx';

function Loss() {
  const count = useStore($lostBySettings);
  return (
    <div role="status">
      {typeof count === 'number' && count > 0 && (
        <Callout kind="warning" className="mt-3">
          Saving deletes {logsText(count)} for good.
        </Callout>
      )}
    </div>
  );
}

/** What only some backends have. */
function MoreSettings() {
  const field = useSettingFields(form);
  const { 'logs.hasAccounts': hasAccounts } = field.values;
  const { 'logs.maxDataSize': storedSize } = useStore(form.$base);
  return (
    <>
      {hasAccounts !== undefined && <Toggle {...field.toggle('logs.hasAccounts')} checked={hasAccounts} />}
      {storedSize !== undefined && (
        <NumberInput {...field('logs.maxDataSize')} required min={0} step={1} help={MAX_DATA_HELP} />
      )}
    </>
  );
}

function DeleteAll() {
  const isDeleting = useStore($isDeletingLogs);
  return (
    <Button
      variant="neutral"
      icon="icon-[ri--delete-bin-7-line]"
      className="mt-3"
      busy={isDeleting}
      onClick={() => void deleteAllLogs()}
    >
      Delete all logs
    </Button>
  );
}

export default function LogsSettings() {
  const field = useSettingFields(form);
  return (
    <SettingsPopup form={form} title="Logs settings" closeLabel="Cancel" onClose={closeLogsPopup}>
      <NumberInput
        {...field('logs.days')}
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
      <Toggle {...field.toggle('logs.hasAddresses')} />
      <MoreSettings />
      <Loss />
      {useStore($can).deletesLogs && <DeleteAll />}
    </SettingsPopup>
  );
}
