import type { ReactNode } from 'react';
import { Callout } from '#components/feedback/Callout.tsx';
import { numberText } from '#domain/app/count-text.ts';
import type { Changed } from '#domain/records/import/choices.ts';
import type { Counts, RefusedRow } from '#stores/records/import/counts.ts';

/** A label for each number; numbers without one are not shown. */
export type CountLabels = Readonly<Record<keyof Counts, string>>;

const ORDER = ['create', 'update', 'unchanged', 'skip', 'invalid'] as const;

/** Numbers of rows. */
export function CountList({ counts, labels }: { readonly counts: Counts; readonly labels: CountLabels }) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-5">
      {ORDER.map((name) => (
        <div key={name} className="rounded-box border border-base-300 px-3 py-2">
          <dt className="text-xs text-muted">{labels[name]}</dt>
          <dd
            className={`text-lg font-medium tabular-nums ${name === 'invalid' && counts[name] ? 'text-error' : ''}`}
          >
            {numberText(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Most rows whose numbers are shown. */
const MAX_NUMBERS = 20;

/** What somebody else has changed of the collection, and which rows may have gone into other fields. */
export function ChangedNote({
  changed,
  children,
}: {
  readonly changed: Changed & { readonly rows?: readonly number[] };
  readonly children?: ReactNode;
}) {
  const { texts, rows = [] } = changed;
  const named = rows.slice(0, MAX_NUMBERS).map(numberText).join(', ');
  return (
    <Callout kind="warning" role="status" className="mb-3">
      <p>Somebody has changed the collection:</p>
      <ul className="list-inside list-disc wrap-anywhere">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {rows.length > 0 && (
        <p>
          These rows were sent around that time. Compare their records: {named}
          {rows.length > MAX_NUMBERS && ` and ${numberText(rows.length - MAX_NUMBERS)} more`}
        </p>
      )}
      {children}
    </Callout>
  );
}

/** The first rows that can't be imported, with the reasons by field. */
export function RefusedRows({
  rows,
  count,
}: {
  readonly rows: readonly RefusedRow[];
  readonly count: number;
}) {
  if (!rows.length) return null;
  const more = count > rows.length;
  const title = `Rows with problems${more ? `: the first ${rows.length} of ${numberText(count)}` : ''}`;
  return (
    <div className="overflow-x-auto rounded-box border border-base-300">
      <table className="w-full text-sm">
        <caption className="px-3 py-2 text-left font-medium">{title}</caption>
        <thead>
          <tr className="bg-base-200 text-left">
            <th scope="col" className="w-20 px-3 py-1.5 font-medium">
              Row
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium">
              Reason
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, problems }) => (
            <tr key={number} className="border-t border-base-300 align-top">
              <th scope="row" className="px-3 py-1.5 text-left font-normal tabular-nums">
                {numberText(number)}
              </th>
              <td className="px-3 py-1.5 wrap-anywhere">
                {problems.map(({ field, message }) => (
                  <p key={field + message}>
                    {field && <span className="font-mono text-xs">{field}: </span>}
                    <bdi>{message}</bdi>
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
