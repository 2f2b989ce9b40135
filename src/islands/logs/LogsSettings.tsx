import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { MAX_LEVEL, MIN_LEVEL, SETTING_LABELS } from '#domain/logs/settings.ts';
import { logSettingsForm as form, setLogSetting, startLogSettings } from '#stores/logs/settings.ts';
import { closeLogsSettings } from '#stores/logs/settings-open.ts';
import { DefaultLevels } from './DefaultLevels.tsx';

function Fields() {
  const { logs } = useStore(form.$values);
  const errors = useStore(form.$errors);
  return (
    <>
      <NumberInput
        label={SETTING_LABELS['logs.maxDays']}
        name="logs.maxDays"
        required
        min={0}
        step={1}
        help={
          <>
            Set to <code className="font-mono">0</code> to disable logs persistence.
          </>
        }
        error={errors['logs.maxDays']}
        value={logs.maxDays}
        onChange={(value) => setLogSetting('maxDays', value)}
      />
      <NumberInput
        label={SETTING_LABELS['logs.minLevel']}
        name="logs.minLevel"
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
        error={errors['logs.minLevel']}
        value={logs.minLevel}
        onChange={(value) => setLogSetting('minLevel', value)}
      />
      <Toggle
        label={SETTING_LABELS['logs.logIp']}
        name="logs.logIp"
        error={errors['logs.logIp']}
        checked={logs.logIp}
        onChange={(value) => setLogSetting('logIp', value)}
      />
    </>
  );
}

/** The popup 'Logs settings' (LS-01 to LS-06). */
export default function LogsSettings() {
  const formId = useId();
  const state = useStore(form.$state);
  const canSave = useStore(form.$canSave);
  const isBusy = useStore(form.$isBusy);
  useEffect(startLogSettings, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void form.save();
  }

  return (
    <OverlayPanel
      open
      variant="centered"
      size="sm"
      title="Logs settings"
      onRequestClose={closeLogsSettings}
      footerAside={isBusy && state === 'ready' && <SlowResponse onStop={() => form.stop()} />}
      footer={
        <>
          <Button variant="ghost" onClick={closeLogsSettings}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={!canSave}
            busy={isBusy && state === 'ready'}
          >
            Save changes
          </Button>
        </>
      }
    >
      {state === 'failed' && (
        <ErrorState title="The settings could not be loaded." onRetry={() => void form.load()} />
      )}
      {state === 'busy' && (
        <p className="flex min-h-52 items-center justify-center gap-2 text-muted" role="status">
          <Spinner /> Loading...
        </p>
      )}
      {state === 'ready' && (
        <form id={formId} onSubmit={submit}>
          <Fields />
        </form>
      )}
    </OverlayPanel>
  );
}
