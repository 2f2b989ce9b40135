import { useId, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import type { DocResponse } from '#domain/docs/doc.ts';
import { ProseText } from './ProseText.tsx';

/** The responses of the backend, one tab per status. */
export function Responses({ responses }: { readonly responses: readonly DocResponse[] }) {
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
