import { CodeBlock } from '#components/code/CodeBlock.tsx';
import type { Doc } from '#domain/docs/doc.ts';
import { EndpointDetails } from './EndpointDetails.tsx';
import { ProseText } from './ProseText.tsx';
import { Responses } from './Responses.tsx';
import { SdkSamples } from './SdkSamples.tsx';

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
