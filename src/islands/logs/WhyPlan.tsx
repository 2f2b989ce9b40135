import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Spinner } from '#components/elements/Button.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import type { AdvisedList } from '#domain/logs/index-advice.ts';
import { PlanView } from '#islands/PlanView.tsx';
import { createListPlan } from '#stores/sql/explain.ts';

/** How SQLite finds the records of a list. */
export default function WhyPlan({ list }: { readonly list: AdvisedList }) {
  const [loader] = useState(() => createListPlan(list));
  const load = useStore(loader.$load);
  useEffect(() => {
    void loader.load();
    return loader.clear;
  }, [loader]);
  if (load.state === 'busy') return <Spinner label="Asking for the plan" />;
  if (load.state === 'failed')
    return <ErrorState title="The plan could not be asked for." error={load.error} onRetry={loader.load} />;
  const { value } = load;
  if ('unsaid' in value)
    return (
      <p className="text-dense text-muted wrap-anywhere">
        What the backend asks SQLite for it can’t be told here:{' '}
        <bdi className="font-mono">{value.unsaid}</bdi>
      </p>
    );
  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <p className="text-dense text-muted">
        For a simplified query, without {list.hasRule && 'the list rule and '}what the backend adds to count:
      </p>
      <CodeBlock code={value.sql} language="text" copyLabel="Copy the query" />
      <PlanView plan={value.plan} />
    </div>
  );
}
