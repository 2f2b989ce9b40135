import { useStore } from '@nanostores/react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { formatStored } from '#domain/app/date.ts';
import { CRON_MACROS, describeSchedule, nextRuns, parseCron } from '#domain/model/cron.ts';
import { BACKUP_TEXTS, CRON_PRESETS, OPTIONS_TEXTS } from '#domain/settings/backups.ts';
import { useSection, useSettingFields } from '#islands/use-setting-fields.ts';
import { $now } from '#stores/app/now.ts';
import {
  $isAuto,
  backupOptionsForm as form,
  setAuto,
  setBackupsInS3,
} from '#stores/settings/backups/options.ts';
import { S3Fields } from '../s3/S3Fields.tsx';

/** The help of the schedule; the word 'macros' lists them. */
function CronHelp() {
  const [before, macros, after] = OPTIONS_TEXTS.help;
  return (
    <>
      {before}
      <button
        type="button"
        data-tooltip={[...CRON_MACROS.keys()].join('\n')}
        data-tooltip-tap=""
        className="cursor-help font-medium text-base-content underline decoration-dotted underline-offset-2 max-sm:-my-3 max-sm:inline-flex max-sm:min-h-10 max-sm:min-w-10 max-sm:items-center"
      >
        {macros}
      </button>
      {after}
    </>
  );
}

function Runs({ runs }: { readonly runs: readonly Date[] }) {
  if (!runs.length) return <p className="text-warning">No date matches, so it never runs.</p>;
  return (
    <div className="flex flex-wrap gap-x-2">
      <span className="text-muted">Next:</span>
      <ol className="flex flex-col">
        {runs.map((run) => (
          <li key={run.getTime()}>
            <DateTime value={formatStored(run)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function CronMeaning({ expression }: { readonly expression: string }) {
  const now = useStore($now);
  if (expression === '') return null;
  const parsed = parseCron(expression);
  return (
    <div aria-live="polite" className="min-h-17 pt-1 text-xs" data-cron="">
      {'problem' in parsed ? (
        <p className="wrap-anywhere text-warning">{parsed.problem}</p>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">{describeSchedule(parsed.schedule)}</p>
          {now > 0 && <Runs runs={nextRuns(parsed.schedule, new Date(now), 3)} />}
        </>
      )}
    </div>
  );
}

function Presets({ onChoose }: { readonly onChoose: (cron: string) => void }) {
  return (
    <Dropdown
      label="Presets"
      triggerClass="btn btn-ghost btn-xs font-medium max-sm:h-10"
      items={CRON_PRESETS.map(({ label, cron }) => ({ label, onSelect: () => onChoose(cron) }))}
    >
      Presets
      <span aria-hidden="true" className="icon-[ri--arrow-down-s-line] size-4" />
    </Dropdown>
  );
}

function AutoFields({ required }: { readonly required: boolean }) {
  const field = useSettingFields(form);
  const cron = field('backups.schedule');
  return (
    <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
      <TextInput
        {...cron}
        required={required}
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="* * * * *"
        aside={<Presets onChoose={cron.onChange} />}
        help={<CronHelp />}
        below={<CronMeaning expression={cron.value} />}
      />
      <NumberInput {...field('backups.keep')} required={required} min={1} step={1} />
    </div>
  );
}

export default function OptionFields() {
  const field = useSettingFields(form);
  const isAuto = useStore($isAuto);
  const { 'backups.schedule': cron, 'backups.keep': keep } = field.errors;
  const isShown = useSection(isAuto, cron !== undefined || keep !== undefined, form.$isDirty);
  return (
    <>
      <Toggle label={BACKUP_TEXTS.auto} checked={isAuto} onChange={setAuto} />
      {isShown && <AutoFields required={isAuto} />}
      <S3Fields
        $isDirty={form.$isDirty}
        enabled={{ ...field.toggle('backups.storage.isEnabled'), onChange: setBackupsInS3 }}
        field={(name) => field(`backups.storage.${name}`)}
        secret={field('backups.storage.secret')}
        usesPaths={field.toggle('backups.storage.usesPaths')}
      />
    </>
  );
}
