import type { ReactNode } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { countText } from '#domain/app/count-text.ts';
import { truncate } from '#domain/app/value-text.ts';
import { durationText } from '#domain/logs/duration.ts';
import { MAX_ROWS } from '#domain/sql/answer.ts';
import { PlanView } from '#islands/PlanView.tsx';
import { exportRun, isCounted, type Run } from '#stores/sql/console.ts';
import { ResultTable } from './ResultTable.tsx';

const MAX_STATEMENT = 300;

function summaryOf({ answer, columns, statement }: Run): string {
  if (!answer) return '';
  const { rows, changed, ms } = answer;
  const time = `in ${durationText(ms)}`;
  if (statement.writes === undefined || columns?.length)
    return `${countText(rows.length, 'row', 'rows')} ${time}`;
  if (isCounted(statement)) return `${countText(changed, 'row', 'rows')} changed ${time}`;
  return `Done ${time}. The backend does not say how many rows were changed.`;
}

function Problem({ kind, children }: { readonly kind: 'danger' | 'warning'; readonly children: ReactNode }) {
  return (
    <Callout kind={kind} role="alert">
      <p className="whitespace-pre-line wrap-anywhere">{children}</p>
    </Callout>
  );
}

/** The word of an error in the statement: `near "x"`, `no such column: x`. */
function marked(text: string, reason: string | undefined): ReactNode {
  const word = /near "([^"]+)"|no such (?:column|table|function): (?:\w+\.)?(\w+)/.exec(reason ?? '');
  const name = word?.[1] ?? word?.[2];
  const at = name ? text.indexOf(name) : -1;
  if (!name || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-error/20 text-inherit underline decoration-error decoration-wavy">{name}</mark>
      {text.slice(at + name.length)}
    </>
  );
}

function Result({ run, label }: { readonly run: Run; readonly label: string }) {
  const { answer, columns, plan } = run;
  if (plan && !columns) return <PlanView plan={plan} />;
  if (!answer || !columns) return null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 grow text-dense text-muted tabular-nums">{summaryOf(run)}</p>
        {columns.length > 0 && (
          <>
            <Button onClick={() => exportRun(run, 'csv')}>Export as CSV</Button>
            <Button onClick={() => exportRun(run, 'json')}>Export as JSON</Button>
          </>
        )}
      </div>
      {answer.rows.length === MAX_ROWS && (
        <Callout kind="warning">
          Cut at {countText(MAX_ROWS, 'row', 'rows')}: there may be more. Narrow it with WHERE, or go on with
          LIMIT and OFFSET.
        </Callout>
      )}
      {plan && <PlanView plan={plan} />}
      {columns.length > 0 && <ResultTable label={label} columns={columns} rows={answer.rows} />}
    </>
  );
}

export interface RunViewProps {
  readonly run: Run;
  /** From 1. */
  readonly number: number;
  readonly count: number;
}

/** A statement, and below it what became of it. */
export function RunView({ run, number, count }: RunViewProps) {
  const { statement, state, reason } = run;
  const label = count > 1 ? `Statement ${number}` : 'Result';
  const shown = truncate(statement.text, MAX_STATEMENT);
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-2 border-t border-base-300 pt-3">
      <div className="flex items-baseline gap-2">
        {count > 1 && <span className="shrink-0 text-xs text-muted tabular-nums">{number}</span>}
        <pre className="min-w-0 grow font-mono text-dense whitespace-pre-wrap wrap-anywhere">
          <bdi>
            {marked(shown, reason ?? (state === 'refused' && !statement.node ? statement.writes : undefined))}
          </bdi>
        </pre>
        {state === 'busy' && <Spinner label="Running" />}
      </div>
      {state === 'waiting' && <p className="text-dense text-muted">Not run.</p>}
      {state === 'declined' && <p className="text-dense text-muted">Not run: you said no.</p>}
      {state === 'refused' && (
        <Problem kind="warning">
          {statement.node
            ? `Refused, because it may write. ${statement.writes} Nothing was run. To run it, allow writing for the next run.`
            : `${statement.writes} What can’t be read may write, so nothing was run.`}
        </Problem>
      )}
      {state === 'failed' && <Problem kind="danger">{reason}</Problem>}
      {state === 'unknown' && (
        <Problem kind="danger">
          No answer came: it may have changed data all the same. It was not sent again. Look at what it was
          about first.
        </Problem>
      )}
      {state === 'done' && <Result run={run} label={label} />}
    </section>
  );
}
