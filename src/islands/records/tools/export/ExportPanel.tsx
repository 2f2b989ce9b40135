import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText } from '#domain/app/count-text.ts';
import type { ExportChoices } from '#domain/records/transfer/export-choices.ts';
import { numbersRows } from '#domain/records/transfer/export-writer.ts';
import { OrphansNote } from '#islands/OrphansNote.tsx';
import {
  $chosenScope,
  $exportChoices,
  $exportCounts,
  $exportRun,
  $exportSubject,
  cancelExport,
  canExportFiles,
  chooseExport,
  confirmStop,
  type ExportSubject,
  startExport,
  startExportPanel,
} from '#stores/records/export/run.ts';
import { closeRecordTool, type ExportScope } from '#stores/records/tools.ts';

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'ndjson', label: 'NDJSON' },
] as const;
const SEPARATORS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
] as const;
const COLUMNS = [
  { value: 'all', label: 'All' },
  { value: 'visible', label: 'Visible in the list' },
] as const;
const RELATIONS = [
  { value: 'ids', label: 'Ids' },
  { value: 'texts', label: 'Presentable texts' },
] as const;

function Scope({ subject: { filter, search, selected } }: { readonly subject: ExportSubject }) {
  const scope = useStore($chosenScope);
  const counts = useStore($exportCounts);
  const numbered = (value: ExportScope, label: string) => {
    const count = counts[value];
    return { value, label: `${label} (${count === undefined ? '…' : numberText(count)})` };
  };
  const options = [
    ...(selected.length ? [numbered('selected', 'Selected')] : []),
    ...(filter ? [numbered('filter', 'Found by the filter')] : []),
    numbered('all', 'All'),
  ];
  return (
    <div>
      <RadioGroup
        label="Which records"
        options={options}
        value={scope}
        onChange={(value) => $chosenScope.set(value)}
      />
      {filter && (
        <p className="truncate text-xs text-muted">
          Filter: <bdi className="font-mono">{search}</bdi>
        </p>
      )}
    </div>
  );
}

type ChoiceName = 'columns' | 'relations' | 'format' | 'separator';

interface ChoiceProps<Name extends ChoiceName> {
  readonly name: Name;
  readonly label: string;
  readonly options: readonly { readonly value: ExportChoices[Name]; readonly label: string }[];
}

function Choice<Name extends ChoiceName>({ name, ...group }: ChoiceProps<Name>) {
  const value = useStore($exportChoices)[name];
  return <RadioGroup {...group} value={value} onChange={(next) => chooseExport({ [name]: next })} />;
}

function ExportChoicesForm({ subject }: { readonly subject: ExportSubject }) {
  const choices = useStore($exportChoices);
  const isCsv = choices.format === 'csv';
  const hasRelations = subject.collection.fields.some(({ type }) => type === 'relation');
  return (
    <>
      <Scope subject={subject} />
      <Choice name="columns" label="Columns" options={COLUMNS} />
      {hasRelations && <Choice name="relations" label="Relations" options={RELATIONS} />}
      <Choice name="format" label="Format" options={FORMATS} />
      {isCsv && (
        <>
          <Choice name="separator" label="Separator" options={SEPARATORS} />
          <div>
            <Toggle
              label="Byte order mark (BOM)"
              help="Excel then reads letters beyond English correctly."
              checked={choices.hasBom}
              onChange={(hasBom) => chooseExport({ hasBom })}
            />
            <Toggle
              label="Escape formulas for spreadsheets"
              help="Puts ' before texts that begin with =, +, - or @. Such texts then differ from what is stored."
              checked={choices.escapesFormulas}
              onChange={(escapesFormulas) => chooseExport({ escapesFormulas })}
            />
          </div>
        </>
      )}
      {canExportFiles(subject) && (
        <div>
          <Toggle
            label="With files"
            help="A zip with the records and all files of the exported columns."
            checked={choices.hasFiles}
            onChange={(hasFiles) => chooseExport({ hasFiles })}
          />
          {choices.hasFiles && <OrphansNote collection={subject.collection.id} />}
        </div>
      )}
    </>
  );
}

/** The progress of an export, and its result: above the buttons, in sight however far the form is scrolled. */
function ExportProgress() {
  const run = useStore($exportRun);
  const isBusy = run.state === 'busy';
  return (
    <div className="flex basis-full flex-col gap-2">
      {isBusy && (
        <div className="flex flex-col gap-1">
          <progress
            className="h-2 w-full accent-primary"
            aria-label="Exported"
            value={run.total === undefined ? undefined : Math.min(run.done, run.total)}
            max={run.total || 1}
          />
          <p className="text-sm tabular-nums">
            {numberText(run.done)}
            {run.total !== undefined && ` of ${numberText(run.total)}`} {run.what}
            {run.rate > 0 && `, ${numberText(Math.round(run.rate))} per second`}
          </p>
        </div>
      )}
      <div role="status">
        {isBusy && run.isWaiting && (
          <Callout kind="warning">
            The connection is lost. The export goes on when the backend can be reached.
          </Callout>
        )}
        {!isBusy && run.state !== 'idle' && (
          <Callout kind={run.state === 'failed' ? 'danger' : 'info'}>{run.text}</Callout>
        )}
      </div>
    </div>
  );
}

export default function ExportPanel() {
  const subject = useStore($exportSubject);
  const isBusy = useStore($exportRun).state === 'busy';
  useEffect(startExportPanel, []);
  if (!subject) return null;
  const { collection } = subject;
  return (
    <OverlayPanel
      title={
        <>
          Export records of <bdi>{collection.name}</bdi>
        </>
      }
      beforeHide={confirmStop}
      onRequestClose={closeRecordTool}
      footerAside={<ExportProgress />}
      footer={
        <>
          <Button variant="ghost" onClick={isBusy ? cancelExport : closeRecordTool}>
            {isBusy ? 'Cancel export' : 'Close'}
          </Button>
          <Button
            variant="primary"
            icon="icon-[ri--download-line]"
            busy={isBusy}
            onClick={() => void startExport()}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <fieldset disabled={isBusy} className="flex min-w-0 flex-col gap-4 disabled:opacity-60">
          <legend className="sr-only">What to export</legend>
          <ExportChoicesForm subject={subject} />
        </fieldset>
        {numbersRows(collection) && (
          <Callout kind="warning">
            This view numbers its rows anew for each request. While records change, an export may double or
            skip rows.
          </Callout>
        )}
      </div>
    </OverlayPanel>
  );
}
