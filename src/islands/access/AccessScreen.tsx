import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { type AccessRow, type AccessRule, isOfSignIn, RISK_LABELS } from '#domain/access/risks.ts';
import { countText, numberText } from '#domain/app/count-text.ts';
import type { Rule } from '#domain/backend/collection.ts';
import { RULE_LABELS, ruleNames, ruleState } from '#domain/collections/rules.ts';
import { routes } from '#routing/routes.ts';
import {
  $accessRows,
  $emails,
  $isTryOpen,
  $knownRisks,
  $riskCounts,
  $risks,
  countEmails,
  refreshAccess,
  startAccess,
  toggleRisk,
} from '#stores/access/page.ts';
import { administratorLabel, administratorWord } from '#stores/app/administrator-word.ts';
import { openEditorOrRecords } from '#stores/collections/editor/open.ts';
import { $collections } from '#stores/collections/list.ts';

const { title } = routes.access;

const COLUMNS = {
  6: 'sm:grid sm:grid-cols-[minmax(9rem,1.5fr)_repeat(6,minmax(6.5rem,1fr))] sm:gap-x-2',
  8: 'sm:grid sm:grid-cols-[minmax(9rem,1.5fr)_repeat(8,minmax(6.5rem,1fr))] sm:gap-x-2',
} as const;
/** Stays in sight when the rules are scrolled sideways, also over the padding beside the table. */
const NAME = 'px-2 sm:sticky sm:-left-4 sm:-ml-4 sm:bg-base-100 sm:pl-6';

const LOOKS = {
  locked: 'text-muted',
  everyone: 'font-medium text-warning',
  custom: 'font-mono text-xs',
} as const;

const LABELS: Readonly<Record<AccessRule, string>> = {
  ...RULE_LABELS,
  authRule: 'Sign in',
  secondFactor: 'Second factor',
};

/** Who may sign in, and needs a second factor, is asked of accounts alone. */
const signInText = (rule: Rule): string => (rule === null ? 'Nobody' : rule || 'Every account');

const ruleText = (rule: Rule): string => (rule === null ? `${administratorLabel()}s only` : rule || 'Anyone');

function RuleCell({ row, name }: { readonly row: AccessRow; readonly name: AccessRule }) {
  const rule = row.rules[name];
  // The collection has no such rule.
  if (rule === undefined) {
    return (
      <div role="cell" className="content-center px-2 text-muted max-sm:hidden">
        –
      </div>
    );
  }
  const isSignIn = isOfSignIn(name);
  const look = isSignIn && rule === '' ? '' : LOOKS[ruleState(rule)];
  const tab = name === 'secondFactor' ? 'options' : 'rules';
  return (
    <div role="cell" className="flex min-w-0 items-center max-sm:gap-2">
      <span aria-hidden="true" className="w-24 shrink-0 pl-2 text-xs text-muted sm:hidden">
        {LABELS[name]}
      </span>
      <button
        type="button"
        className={`min-h-8 w-full min-w-0 cursor-pointer truncate rounded-field px-2 text-left outline-offset-[-2px] hover:bg-tint max-sm:min-h-10 ${look}`}
        data-tooltip-clipped=""
        onClick={() => openEditorOrRecords(row.collection.id, tab)}
      >
        <bdi>{isSignIn ? signInText(rule) : ruleText(rule)}</bdi>
      </button>
    </div>
  );
}

function Notes({ row: { emails, files, hidden, risks } }: { readonly row: AccessRow }) {
  return (
    <>
      {risks.has('emails') && emails !== undefined && (
        <span className="block text-xs text-warning">
          {countText(emails, 'record shows its', 'records show their')} email
        </span>
      )}
      {files.length > 0 && (
        <span className="block text-xs text-warning">
          Anyone with the link can load files of <bdi>{files.join(', ')}</bdi>
        </span>
      )}
      {hidden.length > 0 && (
        <span className="block text-xs text-muted">
          Only {administratorWord()}s see <bdi>{hidden.join(', ')}</bdi>
        </span>
      )}
    </>
  );
}

function AccessTable({ rows }: { readonly rows: readonly AccessRow[] }) {
  const table = useRef<HTMLDivElement>(null);
  useRoving(table, 'button', '[role=row]');
  const hasSignIn = rows.some(({ rules }) => 'authRule' in rules);
  const names: readonly AccessRule[] = hasSignIn ? [...ruleNames, 'authRule', 'secondFactor'] : ruleNames;
  const columns = COLUMNS[hasSignIn ? 8 : 6];
  return (
    <div
      ref={table}
      role="table"
      aria-label="Access"
      className={`text-sm ${hasSignIn ? 'sm:min-w-[70rem]' : 'sm:min-w-[56rem]'}`}
    >
      <div role="rowgroup" className="sticky top-0 z-1 bg-base-100 max-sm:sr-only">
        <div role="row" className={`${columns} border-b border-base-300 py-1.5 text-xs text-muted`}>
          <div role="columnheader" className={NAME}>
            Collection
          </div>
          {names.map((name) => (
            <div key={name} role="columnheader" className="px-2">
              {LABELS[name]}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div
            key={row.collection.id}
            role="row"
            className={`${columns} border-b border-base-300 py-0.5 max-sm:mb-3 max-sm:rounded-box max-sm:border max-sm:p-2`}
          >
            <div role="rowheader" className={`min-w-0 content-center py-1 wrap-anywhere ${NAME}`}>
              <bdi className="font-medium">{row.collection.name}</bdi>{' '}
              <span className="text-xs text-muted">
                {row.collection.type}
                {row.collection.isSystem && ', system'}
              </span>
              <Notes row={row} />
            </div>
            {names.map((name) => (
              <RuleCell key={name} row={row} name={name} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Content() {
  const load = useStore($collections);
  const rows = useStore($accessRows);
  if (load.state === 'busy') {
    return (
      <div role="status" aria-label="Loading" data-skeleton="" className="flex flex-col gap-5 py-3">
        {['w-2/3', 'w-4/5', 'w-1/2', 'w-3/4', 'w-3/5', 'w-full'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  if (load.state === 'failed') {
    return (
      <ErrorState title="The collections could not be loaded." error={load.error} onRetry={refreshAccess} />
    );
  }
  if (rows.length > 0) return <AccessTable rows={rows} />;
  return (
    <EmptyState text={load.value.length ? 'No collection has this.' : 'No collections yet.'}>
      {load.value.length > 0 && <Button onClick={() => $risks.set([])}>Show all</Button>}
    </EmptyState>
  );
}

function RiskChips() {
  const counts = useStore($riskCounts);
  const chosen = useStore($risks);
  const known = useStore($knownRisks);
  return (
    <Toolbar label="Only collections with" className="flex flex-wrap gap-1 px-4 pb-2">
      {known.map((risk) => {
        const isChosen = chosen.includes(risk);
        return (
          <button
            key={risk}
            type="button"
            aria-pressed={isChosen}
            className={`btn btn-xs h-7 gap-1.5 px-2 text-xs font-medium tabular-nums max-sm:h-10 ${isChosen ? 'bg-base-300' : 'btn-ghost border-line'} ${counts[risk] ? '' : 'text-muted'}`}
            onClick={() => toggleRisk(risk)}
          >
            {RISK_LABELS[risk]} <span className="text-muted">{numberText(counts[risk] ?? 0)}</span>
          </button>
        );
      })}
    </Toolbar>
  );
}

const TryPanel = lazyPanel(
  () => import('./TryPanel.tsx'),
  () => $isTryOpen.set(false),
);

export default function AccessScreen() {
  const emails = useStore($emails);
  const isReady = useStore($collections).state === 'ready';
  const isOpen = useStore($isTryOpen);
  useEffect(startAccess, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="page-header">
        <h1 className="page-title">{title}</h1>
        <RefreshButton onRefresh={() => void refreshAccess()} />
        <Button
          variant="primary"
          className="ml-auto"
          disabled={!isReady}
          aria-haspopup="dialog"
          onClick={() => $isTryOpen.set(true)}
        >
          Try as
        </Button>
      </header>
      <RiskChips />
      {emails.state === 'failed' && (
        <Callout
          kind="warning"
          className="mx-4 mb-2"
          actions={<Button onClick={() => void countEmails()}>Try again</Button>}
        >
          The visible emails could not be counted. {emails.error.message}
        </Callout>
      )}
      <div className="relative min-h-0 grow scroll-pl-52 overflow-auto px-4 pb-4">
        <Content />
      </div>
      {isOpen && <TryPanel />}
    </div>
  );
}
