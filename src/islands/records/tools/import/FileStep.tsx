import { useStore } from '@nanostores/react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { sizeText } from '#domain/app/size-text.ts';
import type { Import } from '#stores/records/import/import.ts';

/** Pasted texts from this length on are read at once: the browser would take long to show them, in characters. */
const LONG_TEXT = 200_000;
const PASTED_NAME = 'pasted.csv';

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

/** The choice of the file. */
export function FileStep({ session }: { readonly session: Import }) {
  const file = useStore(session.$file);
  const { name, schema } = useStore(session.$collection);
  const [text, setText] = useState('');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = (chosen: File | undefined) => chosen && void session.open(chosen, chosen.name);
  const openText = (pasted: string) => void session.open(new Blob([pasted]), PASTED_NAME);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    open(event.dataTransfer.files[0]);
  }

  if (file.state === 'busy') return <Reading bytes={file.bytes} size={file.size} />;
  return (
    <>
      {file.state === 'failed' && (
        <Callout kind="danger" role="alert" className="mb-3">
          {file.message}
        </Callout>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div
        className={`flex flex-col items-center gap-3 rounded-box border border-dashed px-4 py-8 text-center ${isOver ? 'border-primary bg-selected' : 'border-base-300'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p>
          Drop a CSV, JSON or NDJSON file, or a zip of an export, with records of <bdi>{name}</bdi>
        </p>
        <input
          ref={input}
          type="file"
          className="hidden"
          tabIndex={-1}
          aria-label="File with records"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.zip"
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
          The first row of a table has the names of the columns. Nothing is imported before you have checked
          it.
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
      {schema.some(({ type }) => type === 'file') && (
        <p className="pt-3 text-xs text-muted">
          Files are imported from a zip: the one of an export, or one table and the files as files/ID/NAME,
          with the id of the record. The backend gives each file a new ending, so links to them in texts don’t
          follow.
        </p>
      )}
    </>
  );
}
