import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Button } from '#components/elements/Button.tsx';
import type { Detail, Param, ParamTable } from '#domain/docs/doc.ts';
import { NoteText } from '#islands/NoteText.tsx';
import { $fieldNotes } from '#stores/docs/panel.ts';
import { ProseText } from './ProseText.tsx';

function Details({ details }: { readonly details: readonly Detail[] }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="mt-2"
        icon={open ? 'icon-[ri--arrow-up-s-line]' : 'icon-[ri--arrow-down-s-line]'}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide details' : 'Show details'}
      </Button>
      {open && (
        <dl id={id} className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {details.map(({ code, text }) => (
            <div key={code} className="contents">
              <dt>
                <code className="font-mono text-xs font-medium">{code}</code>
              </dt>
              <dd>
                <ProseText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Row({ param, note = '' }: { readonly param: Param; readonly note: string | undefined }) {
  const { name, type, required, text, example, details } = param;
  return (
    <tr className="border-t border-base-300 align-top">
      <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
        <code className="font-mono text-xs font-medium">{name}</code>
        {required !== undefined && (
          <span className={`block text-xs ${required ? 'text-warning' : 'text-muted'}`}>
            {required ? 'Required' : 'Optional'}
          </span>
        )}
        <span className="block text-xs text-muted sm:hidden">{type}</span>
      </th>
      <td className="py-2 pr-3 text-muted max-sm:hidden">{type}</td>
      <td className="space-y-1 py-2 wrap-anywhere">
        {text.map((paragraph) => (
          <p key={paragraph}>
            <ProseText text={paragraph} />
          </p>
        ))}
        {note && <NoteText note={note} />}
        {example !== undefined && (
          <CodeBlock className="mt-2" code={example} copyLabel={`Copy the example of ${name}`} />
        )}
        {details && <Details details={details} />}
      </td>
    </tr>
  );
}

/** Shows the parameters of one kind: path, query or body. */
export function ParamsTable({ table }: { readonly table: ParamTable }) {
  const notes = useStore($fieldNotes);
  // Parameters of other kinds may have the name of a field.
  const noteOn = (name: string) => (table.title === 'Body parameters' ? notes.get(name) : undefined);
  return (
    <section className="mt-4">
      <h4 className="font-medium">{table.title}</h4>
      <table className="mt-1 w-full table-fixed border-collapse text-sm" aria-label={table.title}>
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="w-1/3 py-1 pr-3 font-normal sm:w-40">
              Param
            </th>
            <th scope="col" className="w-28 py-1 pr-3 font-normal max-sm:hidden">
              Type
            </th>
            <th scope="col" className="py-1 font-normal">
              Description
            </th>
          </tr>
        </thead>
        <tbody>
          {table.params.map((param) => (
            <Row key={param.name} param={param} note={noteOn(param.name)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
