import { useId, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import type { Answer } from '#domain/docs/doc.ts';
import { ProseText } from './ProseText.tsx';

/** The responses of the backend, one tab per status (DC-05). */
export function Responses({ answers }: { readonly answers: readonly Answer[] }) {
  const id = useId();
  const [chosen, choose] = useState('');
  const answer = answers.find(({ status }) => String(status) === chosen) ?? answers[0];
  if (!answer) return null;
  const status = String(answer.status);
  return (
    <section className="mt-6">
      <h3 className="text-lg font-medium">Responses</h3>
      <Tabs
        id={id}
        label="Status"
        variant="labels"
        className="mt-1"
        tabs={answers.map((one) => ({ id: String(one.status), title: String(one.status) }))}
        selected={status}
        onSelect={choose}
      />
      <div {...tabPanelProps(id, status)} className="mt-2 space-y-2">
        <p>
          <ProseText text={answer.text} />
        </p>
        {answer.body === undefined ? (
          <p className="text-muted">The response has no body.</p>
        ) : (
          <CodeBlock
            code={JSON.stringify(answer.body, null, 2)}
            language="json"
            copyLabel={`Copy the ${status} response`}
          />
        )}
      </div>
    </section>
  );
}
