import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Select } from '#components/form/Select.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { countText } from '#domain/app/count-text.ts';
import { sizeText } from '#domain/app/size-text.ts';
import {
  ENCODINGS,
  type FileContent,
  NO_DELIMITER,
  type WantedReading,
  WHOLE,
} from '#domain/records/import/plan.ts';
import type { Import } from '#stores/records/import/import.ts';
import { forgetUnfinished, unfinishedImports } from '#stores/records/import/unfinished.ts';

/** Pasted texts from this length on are read at once: the browser would take long to show them, in characters. */
const LONG_TEXT = 200_000;
const PASTED_NAME = 'pasted.csv';
const SHOWN_CELLS = 12;
/** The file itself as one row, beside the lists inside of it. */
const FILE = '-';
const SEPARATORS = [
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar |' },
  { value: NO_DELIMITER, label: 'Nothing: one column' },
];

function Reading({ bytes, size }: { readonly bytes: number; readonly size: number }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 py-6">
      <progress className="h-2 w-48 accent-primary" aria-label="Reading the file" max={size} value={bytes} />
      <span className="tabular-nums">
        Reading {sizeText(bytes)} of {sizeText(size)}
      </span>
    </div>
  );
}

function HowRead({ session, name, content }: { session: Import; name: string; content: FileContent }) {
  const { reading, columns, count, example, first, lists, sheets, format, isGuessed } = content;
  const isText = reading.sheet === '';
  const isTable = format === 'csv';
  const isUsual = SEPARATORS.some(({ value }) => value === reading.separator);
  const notes = [
    example && `Letters are read as ${ENCODINGS[reading.encoding]}, for example “${example}”.`,
    reading.header > 1 && `Row ${reading.header} has the names of the columns. What is above it is left out.`,
    reading.list === WHOLE && 'Each member of this file is a row.',
    reading.list && reading.list !== WHOLE && `The rows are the list “${reading.list}” of this file.`,
    reading.unwraps && 'Values of MongoDB, such as {"$oid": …}, are read as plain values.',
    sheets.length > 1 && `The sheet “${reading.sheet}” is read.`,
  ].filter(Boolean);
  const choose = (change: WantedReading) => void session.reread(change);
  return (
    <section aria-label="How the file is read" className="mb-4">
      <Callout kind="info" role="status" className="mb-3">
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>: {countText(count, 'row', 'rows')},{' '}
          {countText(columns.length, 'column', 'columns')}
          {isGuessed && '. Please check how it is read.'}
        </p>
        {notes.map((note) => (
          <p key={String(note)} className="wrap-anywhere">
            {note}
          </p>
        ))}
      </Callout>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {isText && <Encoding session={session} value={reading.encoding} />}
        {isTable && isText && (
          <Select
            label="Values are separated by"
            required
            value={reading.separator}
            options={isUsual ? SEPARATORS : [...SEPARATORS, { value: reading.separator }]}
            onChange={(separator) => choose({ separator })}
          />
        )}
        {isTable && (
          <Select
            label="Names of the columns"
            required
            value={String(reading.header)}
            options={[
              { value: '0', label: 'None: the columns are numbered' },
              ...first.map((_, at) => ({ value: String(at + 1), label: `Row ${at + 1}` })),
              ...(reading.header > first.length ? [{ value: String(reading.header) }] : []),
            ]}
            onChange={(header) => choose({ header: Number(header) })}
          />
        )}
        {lists.length > 0 && (
          <Select
            label="Rows"
            required
            value={reading.list || FILE}
            options={[
              { value: FILE, label: 'The file is one row' },
              ...lists.map((value) => ({
                value,
                label: value === WHOLE ? 'Each member of the file' : `The list “${value}”`,
              })),
            ]}
            onChange={(list) => choose({ list: list === FILE ? '' : list })}
          />
        )}
        {sheets.length > 1 && (
          <Select
            label="Sheet"
            required
            value={reading.sheet}
            options={sheets.map((value) => ({ value }))}
            onChange={(sheet) => choose({ sheet })}
          />
        )}
        {content.hasWrapped && (
          <Toggle
            className="sm:pt-5"
            label="Read values of MongoDB as plain values"
            checked={reading.unwraps}
            onChange={(unwraps) => choose({ unwraps })}
          />
        )}
      </div>
      {isTable && <FirstRows rows={first} header={reading.header} />}
    </section>
  );
}

function FirstRows({ rows, header }: { rows: FileContent['first']; header: number }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard.
      tabIndex={0}
      aria-label="First rows"
      className="overflow-x-auto rounded-box border border-base-300"
    >
      <table className="w-full text-xs">
        <tbody>
          {rows.map((cells, at) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
              key={at}
              className={at + 1 === header ? 'bg-base-200 font-medium' : at + 1 < header ? 'text-muted' : ''}
            >
              <th scope="row" className="px-2 py-1 text-left font-normal text-muted tabular-nums">
                {at + 1}
              </th>
              {cells.slice(0, SHOWN_CELLS).map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity.
                <td key={column} className="max-w-48 truncate px-2 py-1">
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Encoding({ session, value }: { readonly session: Import; readonly value: string }) {
  return (
    <Select
      label="Encoding of the letters"
      placeholder="Guess it"
      required={value !== ''}
      value={value}
      options={Object.entries(ENCODINGS).map(([id, label]) => ({ value: id, label }))}
      onChange={(encoding) => void session.reread({ encoding: encoding || undefined })}
    />
  );
}

/** The imports into a collection that can go on with the same file. */
function UnfinishedNotes({ collection }: { readonly collection: string }) {
  const all = useStore(unfinishedImports.$value);
  return all
    .filter((one) => one.collection === collection)
    .map((one) => (
      <Callout
        key={one.print}
        kind="info"
        className="mb-3"
        actions={<Button onClick={() => forgetUnfinished(one)}>Forget it</Button>}
      >
        <span className="wrap-anywhere">
          The import of <bdi>{one.file}</bdi> ({countText(one.count, 'row', 'rows')}), which began{' '}
          <DateTime value={one.at} />, has not ended. Choose the same file to go on with it.
        </span>
      </Callout>
    ));
}

export function FileStep({ session }: { readonly session: Import }) {
  const file = useStore(session.$file);
  const { id, name, fields } = useStore(session.columns.$collection);
  const [text, setText] = useState('');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = (chosen: File | undefined) => chosen && void session.open(chosen, chosen.name);
  const openText = (pasted: string) => void session.open(new Blob([pasted]), PASTED_NAME);

  const shown = file.state === 'busy' ? file.before : file.state === 'ready' ? file : undefined;
  const reading = file.state === 'busy' && <Reading bytes={file.bytes} size={file.size} />;
  if (reading && !shown) return reading;
  return (
    <>
      {reading}
      {file.state === 'failed' && (
        <>
          <Callout kind="danger" role="alert" className="mb-3">
            {file.message}
          </Callout>
          <Encoding session={session} value="" />
        </>
      )}
      {!shown && <UnfinishedNotes collection={id} />}
      {shown && <HowRead session={session} name={shown.name} content={shown.content} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div
        className={`flex flex-col items-center gap-3 rounded-box border border-dashed px-4 py-8 text-center ${isOver ? 'border-primary bg-selected' : 'border-base-300'}`}
        onDragOver={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
      >
        <p>
          Drop a CSV, JSON or NDJSON file, a workbook, or a zip of an export, with records of{' '}
          <bdi>{name}</bdi>
        </p>
        <input
          ref={input}
          type="file"
          className="hidden"
          tabIndex={-1}
          aria-label="File with records"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.zip,.xlsx,.xls,.ods"
          onChange={({ target }) => {
            open(target.files?.[0]);
            // Without this, the same file could not be chosen again.
            target.value = '';
          }}
        />
        <Button variant="primary" icon="icon-[ri--upload-2-line]" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <p className="text-xs text-muted">
          A row of a table has the names of the columns. Nothing is imported before you have checked it.
        </p>
      </div>
      <Textarea
        className="mt-4"
        label="Or paste rows of a spreadsheet"
        mono
        rows={3}
        value={text}
        onChange={setText}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (pasted.length < LONG_TEXT) return;
          event.preventDefault();
          openText(pasted);
        }}
      />
      <Button disabled={text.trim() === ''} onClick={() => openText(text)}>
        Use the pasted rows
      </Button>
      {fields.some(({ type }) => type === 'file') && (
        <p className="pt-3 text-xs text-muted">
          Files are imported from a zip: the one of an export, or one table and the files as files/ID/NAME,
          with the id of the record. The backend gives each file a new ending, so links to them in texts don’t
          follow.
        </p>
      )}
    </>
  );
}
