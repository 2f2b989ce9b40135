import { useRef } from 'react';
import { useRoving } from '#components/keys/use-keys.ts';
import type { AccessRow } from '#domain/access/risks.ts';
import { countText } from '#domain/app/count-text.ts';
import type { Rule } from '#domain/collections/collection.ts';
import { RULE_LABELS, type RuleName, ruleNames, ruleState } from '#domain/collections/editor/rules.ts';
import { openEditorOrRecords } from '#stores/collections/editor/open-or-list.ts';

const COLUMNS = 'sm:grid sm:grid-cols-[minmax(9rem,1.5fr)_repeat(6,minmax(6.5rem,1fr))] sm:gap-x-2';
/** Stays in sight when the rules are scrolled sideways, also over the padding beside the table. */
const NAME = 'px-2 sm:sticky sm:-left-4 sm:-ml-4 sm:bg-base-100 sm:pl-6';

const LOOKS = {
  locked: 'text-muted',
  everyone: 'font-medium text-warning',
  custom: 'font-mono text-xs',
} as const;

const ruleText = (rule: Rule): string => (rule === null ? 'Admins only' : rule || 'Anyone');

function RuleCell({ row, name }: { readonly row: AccessRow; readonly name: RuleName }) {
  const rule = row.rules[name];
  // The collection has no such rule.
  if (rule === undefined) {
    return (
      <div role="cell" className="content-center px-2 text-muted max-sm:hidden">
        –
      </div>
    );
  }
  return (
    <div role="cell" className="flex min-w-0 items-center max-sm:gap-2">
      <span aria-hidden="true" className="w-24 shrink-0 pl-2 text-xs text-muted sm:hidden">
        {RULE_LABELS[name]}
      </span>
      <button
        type="button"
        className={`min-h-8 w-full min-w-0 cursor-pointer truncate rounded-field px-2 text-left outline-offset-[-2px] hover:bg-tint max-sm:min-h-10 ${LOOKS[ruleState(rule)]}`}
        data-tooltip-clipped=""
        onClick={() => openEditorOrRecords(row.collection.id, 'rules')}
      >
        <bdi>{ruleText(rule)}</bdi>
      </button>
    </div>
  );
}

function Notes({ row: { emails, files, risks } }: { readonly row: AccessRow }) {
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
    </>
  );
}

/** Who may do what with each collection; on small screens each is a card. One tab stop, with arrow keys inside. */
export function AccessTable({ rows }: { readonly rows: readonly AccessRow[] }) {
  const table = useRef<HTMLDivElement>(null);
  useRoving(table, 'button', '[role=row]');
  return (
    <div ref={table} role="table" aria-label="Access" className="text-sm sm:min-w-[56rem]">
      <div role="rowgroup" className="sticky top-0 z-1 bg-base-100 max-sm:sr-only">
        <div role="row" className={`${COLUMNS} border-b border-base-300 py-1.5 text-xs text-muted`}>
          <div role="columnheader" className={NAME}>
            Collection
          </div>
          {ruleNames.map((name) => (
            <div key={name} role="columnheader" className="px-2">
              {RULE_LABELS[name]}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div
            key={row.collection.id}
            role="row"
            className={`${COLUMNS} border-b border-base-300 py-0.5 max-sm:mb-3 max-sm:rounded-box max-sm:border max-sm:p-2`}
          >
            <div role="rowheader" className={`min-w-0 content-center py-1 wrap-anywhere ${NAME}`}>
              <bdi className="font-medium">{row.collection.name}</bdi>{' '}
              <span className="text-xs text-muted">
                {row.collection.type}
                {row.collection.system && ', system'}
              </span>
              <Notes row={row} />
            </div>
            {ruleNames.map((name) => (
              <RuleCell key={name} row={row} name={name} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
