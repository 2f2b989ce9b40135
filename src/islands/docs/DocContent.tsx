import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import type { Doc, DocResponse, Sdk } from '#domain/docs/doc.ts';
import { $sdk, chooseSdk } from '#stores/docs/panel.ts';
import { EndpointDetails } from './EndpointDetails.tsx';
import { ProseText } from './ProseText.tsx';

const SDKS = {
  javascript: { title: 'JavaScript', url: 'https://github.com/pocketbase/js-sdk' },
  dart: { title: 'Dart', url: 'https://github.com/pocketbase/dart-sdk' },
} as const;
const SDK_TABS = [
  { id: 'javascript', title: SDKS.javascript.title },
  { id: 'dart', title: SDKS.dart.title },
] as const;

/** The same sample for each client library; the choice applies to all tabs. */
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

/** The responses of the backend, one tab per status. */
function Responses({ responses }: { readonly responses: readonly DocResponse[] }) {
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

/** The content of a tab below its heading. */
export function DocContent({ doc }: { readonly doc: Doc }) {
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
