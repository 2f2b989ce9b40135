import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useScrollTabStop } from '#components/hooks/use-scroll-tab-stop.ts';
import { numberText } from '#domain/app/count-text.ts';
import { sizeText } from '#domain/app/size-text.ts';
import type { Health as HealthOf } from '#domain/sql/health.ts';
import { $check, $health, checkFile, loadHealth, startHealth, stopCheck } from '#stores/sql/health.ts';

/** Part of the file, and bytes, from which free space is worth a hint. */
const [FREE_PART, FREE_BYTES] = [0.2, 1_000_000];

const size = (bytes: number | undefined) => (bytes === undefined ? 'not known' : sizeText(bytes));
const count = (rows: number | undefined) => (rows === undefined ? 'not known' : numberText(rows));

function Table({
  label,
  heads,
  children,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isTabStop = useScrollTabStop(box);
  return (
    <div
      ref={box}
      {...(isTabStop && { role: 'group', tabIndex: 0, 'aria-label': label })}
      className="overflow-x-auto rounded-box border border-base-300"
    >
      <table aria-label={label} className="w-full text-sm">
        <thead>
          <tr className="border-b border-base-300 bg-base-200 text-left">
            {heads.map((head, at) => (
              <th key={head} scope="col" className={`px-3 py-2 font-medium ${at ? 'text-right' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr]:border-b [&>tr]:border-base-300 [&>tr:last-child]:border-b-0 [&_td]:px-3 [&_td]:py-1.5 [&_td]:align-top">
          {children}
        </tbody>
      </table>
    </div>
  );
}

const END = 'text-right tabular-nums whitespace-nowrap';
const NAME = 'font-mono text-dense wrap-anywhere';

function Check() {
  const check = useStore($check);
  const isBusy = check?.state === 'busy';
  return (
    <section aria-label="Check of the file" className="flex flex-col gap-2">
      <h2 className="font-medium">Check of the file</h2>
      <p className="text-dense text-muted">
        Looks for damage. The full check also compares each index with its rows. Both read the whole file,
        which can take minutes; after 3 minutes the backend gives up.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={isBusy} onClick={() => void checkFile('quick')}>
          Quick check
        </Button>
        <Button disabled={isBusy} onClick={() => void checkFile('full')}>
          Full check
        </Button>
        {isBusy && (
          <>
            <Spinner label="Checking" />
            <Button onClick={stopCheck}>Stop waiting</Button>
          </>
        )}
      </div>
      <div role="status">
        {check?.state === 'ready' && check.value.length === 0 && (
          <Callout kind="info">No damage was found.</Callout>
        )}
        {check?.state === 'ready' && check.value.length > 0 && (
          <Callout kind="danger">
            <p>Damage was found. Make a backup of what can be read, and restore one of before.</p>
            <ul className="list-disc pl-4 wrap-anywhere">
              {check.value.map((text) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
          </Callout>
        )}
        {check?.state === 'failed' && (
          <Callout kind="danger">The check has not ended: {check.error.message}</Callout>
        )}
      </div>
    </section>
  );
}

function Summary({ health }: { readonly health: HealthOf }) {
  const { bytes, freeBytes, hasSizes, isCut } = health;
  const isWasteful = freeBytes > FREE_BYTES && freeBytes > bytes * FREE_PART;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow">
          The file has <strong>{sizeText(bytes)}</strong>, of which {sizeText(freeBytes)} are free. The log
          has a file of its own, which SQL does not reach.
        </p>
        <RefreshButton busy={false} onRefresh={() => void loadHealth()} />
      </div>
      {isWasteful && (
        <Callout kind="info">
          New records fill the free space. VACUUM gives it back to the disk: it needs as much space again
          while it runs, and nothing can be saved until it has ended.
        </Callout>
      )}
      {!hasSizes && <Callout kind="info">This backend can’t tell the sizes of tables and indexes.</Callout>}
      {isCut && (
        <Callout kind="warning">There are more tables or indexes than the backend lists at once.</Callout>
      )}
    </>
  );
}

function Content({ health }: { readonly health: HealthOf }) {
  const { tables, indexes } = health;
  const covered = indexes.filter(({ coveredBy }) => coveredBy !== undefined);
  return (
    <>
      <Summary health={health} />
      <section aria-label="Tables" className="flex flex-col gap-2">
        <h2 className="font-medium">Tables</h2>
        <Table label="Sizes of tables" heads={['Table', 'Rows', 'Data', 'Indexes']}>
          {tables.map(({ name, rows, bytes, indexBytes }) => (
            <tr key={name}>
              <td className={NAME}>
                <bdi>{name}</bdi>
              </td>
              <td className={END}>{count(rows)}</td>
              <td className={END}>{size(bytes)}</td>
              <td className={END}>{size(indexBytes)}</td>
            </tr>
          ))}
        </Table>
      </section>
      <section aria-label="Indexes" className="flex flex-col gap-2">
        <h2 className="font-medium">Indexes</h2>
        <p className="text-dense text-muted">
          {covered.length
            ? 'Those that are marked do nothing that another one does not do, too.'
            : 'None does only what another one does, too.'}{' '}
          Which indexes are never used, SQLite does not count: Explain says which one a query uses.
        </p>
        <Table label="Sizes of indexes" heads={['Index', 'Size']}>
          {indexes.map(({ name, table, columns, bytes, isOwn, coveredBy }) => (
            <tr key={name}>
              <td className="wrap-anywhere">
                <bdi className={NAME}>
                  {table} ({columns.join(', ')})
                </bdi>
                <span className="block text-xs text-muted">
                  <bdi>{name}</bdi>
                  {isOwn && ' · made by SQLite for a key'}
                </span>
                {coveredBy && (
                  <span className="block text-xs">
                    Not needed: <bdi>{coveredBy}</bdi> begins with the same columns.
                  </span>
                )}
              </td>
              <td className={END}>{size(bytes)}</td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}

/** Sizes, indexes and damage of the database. */
export default function Health() {
  const load = useStore($health);
  useEffect(startHealth, []);
  if (load.state === 'failed')
    return (
      <ErrorState title="The database could not be looked at." error={load.error} onRetry={loadHealth} />
    );
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      {load.state === 'busy' ? (
        <div role="status" aria-label="Loading" data-skeleton="" className="flex flex-col gap-3">
          <Skeleton className="h-5 w-72" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <Content health={load.value} />
      )}
      <Check />
    </div>
  );
}
