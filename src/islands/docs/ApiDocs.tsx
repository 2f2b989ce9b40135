import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Button } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { noteOf } from '#domain/arrangements/notes.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { DocTab, Prose } from '#domain/docs/doc.ts';
import { type Sdk, sdks } from '#domain/docs/literal.ts';
import type { Doc, DocEndpoint, Param, ParamTable } from '#domain/docs/render.ts';
import { NoteText } from '#islands/NoteText.tsx';
import { closeDocs } from '#stores/app/popups.ts';
import { $notes } from '#stores/arrangements/notes.ts';
import { $doc, $docTab, $docTabs, $fieldNotes, $sdk, chooseDocTab, chooseSdk } from '#stores/docs/panel.ts';

const SDKS = {
  javascript: { title: 'JavaScript', url: 'https://github.com/pocketbase/js-sdk' },
  dart: { title: 'Dart', url: 'https://github.com/pocketbase/dart-sdk' },
} as const;
const SDK_TABS = sdks.map((id) => ({ id, title: SDKS[id].title }));

const METHOD_COLORS = {
  GET: 'text-info',
  POST: 'text-success',
  PATCH: 'text-warning',
  DELETE: 'text-error',
} as const;

/** A sentence; text between backticks is shown as code. */
function ProseText({ text }: { readonly text: Prose }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no key other than their position.
      <code key={index} className="rounded-selector bg-base-200 px-1 font-mono text-xs wrap-anywhere">
        {part}
      </code>
    ),
  );
}

function SdkSamples({ samples }: { readonly samples: Readonly<Record<Sdk, string>> }) {
  const id = useId();
  const sdk = useStore($sdk);
  const { title, url } = SDKS[sdk];
  return (
    <div className="mt-3">
      <div className="flex items-center justify-between gap-2">
        <Tabs id={id} label="SDK" variant="labels" tabs={SDK_TABS} selected={sdk} onSelect={chooseSdk} />
        <a className="link py-1 text-xs text-muted max-sm:py-3" href={url} target="_blank" rel="noreferrer">
          {title} SDK
        </a>
      </div>
      <div {...tabPanelProps(id, sdk)} className="mt-1.5">
        <CodeBlock code={samples[sdk]} language={sdk} copyLabel="Copy the sample" />
      </div>
    </div>
  );
}

function Responses({ responses }: { readonly responses: Doc['responses'] }) {
  const id = useId();
  const [chosen, choose] = useState('');
  const response = responses.find(({ status }) => String(status) === chosen) ?? responses[0];
  if (!response) return null;
  const status = String(response.status);
  return (
    <section className="mt-6">
      <h3 className="text-lg font-medium">Responses</h3>
      <Tabs
        id={id}
        label="Status"
        variant="labels"
        className="mt-1"
        tabs={responses.map((one) => ({ id: String(one.status), title: String(one.status) }))}
        selected={status}
        onSelect={choose}
      />
      <div {...tabPanelProps(id, status)} className="mt-2 space-y-2">
        <p>
          <ProseText text={response.text} />
        </p>
        {response.body === undefined ? (
          <p className="text-muted">The response has no body.</p>
        ) : (
          <CodeBlock
            code={JSON.stringify(response.body, null, 2)}
            language="json"
            copyLabel={`Copy the ${status} response`}
          />
        )}
      </div>
    </section>
  );
}

function Details({ details }: { readonly details: NonNullable<Param['details']> }) {
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
          {Object.entries(details).map(([code, text]) => (
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

function ParamsTable({ table }: { readonly table: ParamTable }) {
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

function EndpointDetails({ endpoint }: { readonly endpoint: DocEndpoint }) {
  const { method, path, text, access, tables } = endpoint;
  return (
    <div className="mt-2" data-endpoint={`${method} ${path}`}>
      <div className="flex items-center gap-2 rounded-box border border-base-300 py-1 pr-1.5 pl-3">
        <span className={`font-mono text-xs font-medium ${METHOD_COLORS[method]}`}>{method}</span>
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{path}</code>
        <CopyIcon value={path} label="Copy path" />
      </div>
      {text && (
        <p className="mt-1.5">
          <ProseText text={text} />
        </p>
      )}
      {access.length > 0 && (
        <ul>
          {access.map(({ text, rule }) => (
            <li key={text} className="mt-1.5">
              <ProseText text={text} />
              {rule !== undefined && (
                <pre className="mt-1 rounded-field bg-base-200 px-2 py-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
                  {rule}
                </pre>
              )}
            </li>
          ))}
        </ul>
      )}
      {tables.map((table) => (
        <ParamsTable key={table.title} table={table} />
      ))}
    </div>
  );
}

function DocContent({ doc }: { readonly doc: Doc }) {
  return (
    <>
      {doc.description.map((paragraph) => (
        <p key={paragraph} className="mt-1.5 max-w-[75ch]">
          <ProseText text={paragraph} />
        </p>
      ))}
      <SdkSamples samples={doc.samples} />
      <section className="mt-6">
        <h3 className="text-lg font-medium">API details</h3>
        {doc.endpoints.map((endpoint) => (
          <EndpointDetails key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} />
        ))}
      </section>
      {doc.event !== undefined && (
        <section className="mt-6">
          <h3 className="text-lg font-medium">Event data</h3>
          <p className="mt-1.5">
            <ProseText text="`action` is `create`, `update` or `delete`; `record` is the record after the change, or the deleted record." />
          </p>
          <CodeBlock
            className="mt-2"
            code={JSON.stringify(doc.event, null, 2)}
            language="json"
            copyLabel="Copy the event"
          />
        </section>
      )}
      <Responses responses={doc.responses} />
    </>
  );
}

function TabChoice({ selected, id }: { readonly selected: DocTab; readonly id: string }) {
  const tabs = useStore($docTabs);
  return (
    <div className="relative shrink-0 sm:sticky sm:top-0 sm:max-h-[calc(100dvh-6rem)] sm:w-48 sm:overflow-y-auto sm:p-0.5">
      <span
        aria-hidden="true"
        className="icon-[ri--arrow-down-s-line] pointer-events-none absolute top-2.5 right-2.5 z-1 size-5 text-muted sm:hidden"
      />
      <select
        aria-label="Section"
        className="input h-10 w-full pr-9 sm:hidden"
        value={selected.id}
        onChange={({ target }) => chooseDocTab(target.value)}
      >
        {tabs.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Tabs
        id={id}
        label="API"
        className="max-sm:hidden"
        variant="column"
        tabs={tabs}
        selected={selected.id}
        onSelect={chooseDocTab}
      />
    </div>
  );
}

export default function ApiDocs({ collection }: { readonly collection: Collection }) {
  const tab = useStore($docTab);
  const doc = useStore($doc);
  const note = noteOf(useStore($notes), collection.id);
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(tab?.id);
  useEffect(() => {
    if (shown.current === tab?.id) return;
    shown.current = tab?.id;
    content.current?.scrollIntoView({ block: 'start' });
  }, [tab]);

  if (!tab) return null;
  return (
    <OverlayPanel size="xl" title="API Preview" onRequestClose={closeDocs}>
      <div className="flex gap-x-6 gap-y-3 max-sm:flex-col sm:items-start">
        <TabChoice selected={tab} id={id} />
        <div
          ref={content}
          {...tabPanelProps(id, tab.id)}
          className="min-w-0 grow scroll-mt-3 pb-4 max-sm:scroll-mt-20"
        >
          <h2 className="text-lg font-medium wrap-anywhere">
            {tab.title} ({collection.name})
          </h2>
          {note && <NoteText note={note} className="mt-1.5 max-w-[75ch]" />}
          {doc && <DocContent key={tab.id} doc={doc} />}
        </div>
      </div>
    </OverlayPanel>
  );
}
