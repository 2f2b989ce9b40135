import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Button } from '#components/elements/Button.tsx';
import { visitEditor } from '#stores/collections/editor/open.ts';
import type { Plan } from '#stores/sql/explain.ts';

/** How SQLite finds the rows of a statement, in words, and the indexes that may help. */
export function PlanView({ plan: { steps, ideas } }: { readonly plan: Plan }) {
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label="Plan" className="flex flex-col gap-1 text-sm">
        {steps.map(({ text, depth, isSlow }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a plan keep their order.
          <li key={at} style={{ paddingInlineStart: `${depth * 1.25}rem` }} className="flex gap-1.5">
            <span
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${isSlow ? 'icon-[ri--error-warning-line] text-warning' : 'icon-[ri--arrow-right-s-line] text-muted'}`}
            />
            <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
          </li>
        ))}
      </ol>
      {ideas.map(({ collection, columns, sql }) => (
        <div key={sql} className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="min-w-0 grow basis-60 text-sm">
              <span className="font-medium">Index that may help: </span>
              <bdi className="font-mono text-dense wrap-anywhere">
                {collection.name} ({columns.join(', ')})
              </bdi>
            </p>
            <Button onClick={() => visitEditor(collection.id)}>
              Open the indexes of <bdi>{collection.name}</bdi>
            </Button>
          </div>
          <CodeBlock code={sql} language="text" copyLabel="Copy the index" />
        </div>
      ))}
    </div>
  );
}
