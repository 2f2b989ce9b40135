import { useStore } from '@nanostores/react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { numberText } from '#domain/app/count-text.ts';
import { $exportChoices, canExportFiles, chooseExport } from '#stores/records/export/run.ts';
import { $chosenScope, $exportCounts, type ExportSubject } from '#stores/records/export/subject.ts';
import type { ExportScope } from '#stores/records/tools.ts';

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

export function ExportChoicesForm({ subject }: { readonly subject: ExportSubject }) {
  const choices = useStore($exportChoices);
  const isCsv = choices.format === 'csv';
  const hasRelations = subject.collection.schema.some(({ type }) => type === 'relation');
  return (
    <>
      <Scope subject={subject} />
      <RadioGroup
        label="Columns"
        options={COLUMNS}
        value={choices.columns}
        onChange={(columns) => chooseExport({ columns })}
      />
      {hasRelations && (
        <RadioGroup
          label="Relations"
          options={RELATIONS}
          value={choices.relations}
          onChange={(relations) => chooseExport({ relations })}
        />
      )}
      <RadioGroup
        label="Format"
        options={FORMATS}
        value={choices.format}
        onChange={(format) => chooseExport({ format })}
      />
      {isCsv && (
        <>
          <RadioGroup
            label="Separator"
            options={SEPARATORS}
            value={choices.separator}
            onChange={(separator) => chooseExport({ separator })}
          />
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
        <Toggle
          label="With files"
          help="A zip with the records and all files of the exported columns."
          checked={choices.hasFiles}
          onChange={(hasFiles) => chooseExport({ hasFiles })}
        />
      )}
    </>
  );
}
