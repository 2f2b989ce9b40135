import { useStore } from '@nanostores/react';
import type { PropsWithChildren } from 'react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { BATCH_TEXTS } from '#domain/app/batch-settings.ts';
import { countText, numberText } from '#domain/app/count-text.ts';
import type { Changed } from '#domain/records/import/choices.ts';
import type { Hold } from '#stores/job/hold.ts';
import type { Counts } from '#stores/records/import/dry-run.ts';
import type { Import } from '#stores/records/import/import.ts';
import type { Run } from '#stores/records/import/run.ts';
import { BatchChoice } from '../BatchChoice.tsx';

const LABELS: readonly (readonly [keyof Counts, before: string, after: string])[] = [
  ['create', 'To create', 'Created'],
  ['update', 'To update', 'Updated'],
  ['unchanged', 'Unchanged', 'Unchanged'],
  ['skip', 'To skip', 'Skipped'],
  ['invalid', 'With problems', 'Refused'],
];

const HOLDS: Readonly<Record<Hold, string>> = {
  user: 'Paused.',
  offline: 'The backend can’t be reached. The import goes on when it is back.',
  session: 'Your session has ended. Sign in, then resume.',
  changed: 'Waiting for your answer.',
};

function Result({ counts, refused, isRun }: Pick<Run, 'counts' | 'refused'> & { isRun: boolean }) {
  const more = counts.invalid > refused.length;
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-5">
        {LABELS.map(([name, before, after]) => (
          <div key={name} className="rounded-box border border-base-300 px-3 py-2">
            <dt className="text-xs text-muted">{isRun ? after : before}</dt>
            <dd
              className={`text-lg font-medium tabular-nums ${name === 'invalid' && counts[name] ? 'text-error' : ''}`}
            >
              {numberText(counts[name])}
            </dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <div className="overflow-x-auto rounded-box border border-base-300">
          <table className="w-full text-sm">
            <caption className="px-3 py-2 text-left font-medium">
              {`Rows with problems${more ? `: the first ${refused.length} of ${numberText(counts.invalid)}` : ''}`}
            </caption>
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
              {refused.map(({ number, problems }) => (
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
      )}
    </>
  );
}

const MAX_NUMBERS = 20;

type Change = Changed & { readonly rows?: readonly number[] };

/** What somebody else has changed of the collection, and which rows may have gone into other fields. */
export function ChangedNote({ changed, children }: PropsWithChildren<{ changed: Change }>) {
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

function Passwords({ session }: { readonly session: Import }) {
  const { missing, hashed, methods } = useStore(session.$newUsers);
  const { randomPasswords = false, keepsHashes = false } = useStore(session.columns.$options);
  return (
    <>
      {hashed > 0 && (
        <Callout kind="warning" role="status" className="mb-3">
          <p>
            {countText(hashed, 'password looks like a hash', 'passwords look like hashes')} (
            {methods.join(', ')}). The backend can’t check passwords with it, and would take its text for the
            password.
          </p>
          <p>
            {keepsHashes ? 'These texts become the passwords.' : 'These users get random passwords instead.'}
          </p>
        </Callout>
      )}
      {hashed > 0 && (
        <Toggle
          label="Use these texts as passwords"
          checked={keepsHashes}
          onChange={(on) => session.setPasswords({ keepsHashes: on })}
        />
      )}
      {missing > 0 && (
        <Toggle
          label="Give new users a random password"
          help={`${countText(missing, 'new user has', 'new users have')} no password in the file. Nobody sees the random ones. After the import you can send emails to set another.`}
          checked={randomPasswords}
          onChange={(on) => session.setPasswords({ randomPasswords: on })}
        />
      )}
    </>
  );
}

function Outlook({ session }: { readonly session: Import }) {
  const dryRun = useStore(session.$dryRun);
  const total = useStore(session.$content)?.count ?? 0;
  if (dryRun.state === 'failed') {
    return (
      <ErrorState
        title="The rows could not be checked."
        error={dryRun.error}
        onRetry={() => void session.toCheck()}
      />
    );
  }
  if (dryRun.state !== 'ready') {
    const done = dryRun.state === 'busy' ? dryRun.done : 0;
    return (
      <div className="flex flex-wrap items-center gap-3 py-6">
        <progress
          className="h-2 w-48 accent-primary"
          aria-label="Checking the rows"
          max={total}
          value={done}
        />
        <span className="tabular-nums">
          Checked {numberText(done)} of {numberText(total)} rows
        </span>
      </div>
    );
  }
  const { counts, refused, later, circular } = dryRun;
  return (
    <>
      <p role="status" className="pb-3">
        {counts.invalid
          ? 'Rows with problems are left out. You can save them as a file afterwards.'
          : 'All rows can be imported. The backend checks them again.'}
      </p>
      {later > 0 && (
        <p className="pb-3">
          {countText(later, 'row refers to a row', 'rows refer to rows')} below. Rows to which others refer
          are sent first.
        </p>
      )}
      {circular > 0 && (
        <p className="pb-3">
          Rows refer to one another in a circle: {countText(circular, 'row is', 'rows are')} sent first
          without that reference, which is set when all rows are stored.
        </p>
      )}
      <Result counts={counts} refused={refused} isRun={false} />
    </>
  );
}

/** Offers to go on with the import of the same rows that was cut off. */
function Unfinished({ session }: { readonly session: Import }) {
  const before = useStore(session.$unfinished);
  const goesOn = useStore(session.$goesOn);
  const { match } = useStore(session.columns.$options);
  // A record that is found by its key is not created twice in any case.
  if (!before || match) return null;
  return (
    <Callout kind="warning" role="status" className="mb-3">
      <p>
        An import of these rows began <DateTime value={before.at} /> and has not ended.
      </p>
      <Toggle
        label="Go on with it"
        help="Rows whose records it has created are found and left as they are. Else all rows are created anew."
        checked={goesOn}
        onChange={session.setGoesOn}
      />
    </Callout>
  );
}

export function CheckStep({ session }: { readonly session: Import }) {
  const { columns } = useStore(session.columns.$plan);
  const hasFiles = columns.some(({ field }) => field.kind === 'file');
  return (
    <>
      <Unfinished session={session} />
      <Passwords session={session} />
      <BatchChoice note={hasFiles ? BATCH_TEXTS.files : undefined} />
      <Outlook session={session} />
    </>
  );
}

function statusOf({ state, hold, notRun, done }: Run): string {
  if (state === 'cancelling') return 'Cancelling: waiting for the rows that were sent.';
  if (state === 'busy')
    return hold ? `${HOLDS[hold]} ${countText(done, 'row is done', 'rows are done')}.` : 'Importing…';
  if (notRun) return `Stopped. ${countText(notRun, 'row was not run', 'rows were not run')}.`;
  return 'Finished.';
}

export function RunStep({ session }: { readonly session: Import }) {
  const run = useStore(session.run.$run);
  const content = useStore(session.$content);
  if (!run || !content) return null;
  const { count, files } = content;
  const { done, rate, hold, state, counts, refused, changed } = run;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <progress
          className="h-2 w-48 grow accent-primary"
          aria-label="Imported rows"
          max={count}
          value={done}
        />
        <span className="tabular-nums">
          {numberText(done)} of {numberText(count)} rows
        </span>
        {state === 'busy' && !hold && (
          <span className="text-muted tabular-nums">{numberText(Math.round(rate))} rows/s</span>
        )}
      </div>
      {changed && (
        <ChangedNote changed={changed}>
          {hold === 'changed' && (
            <p>
              {changed.isSafe
                ? 'Resume sends the other rows into the same fields under their present names.'
                : 'The other rows can’t be sent. Cancel the import, and begin anew with the file of refused rows.'}
            </p>
          )}
        </ChangedNote>
      )}
      <Callout kind={hold ? 'warning' : 'info'} role="status" className="mb-3">
        {statusOf(run)}
      </Callout>
      {state === 'ended' && files !== undefined && (counts.invalid > 0 || run.notRun > 0) && (
        <p className="pb-3">
          The file of refused rows has no files. To import these rows with their files, put it into the zip in
          place of the old table.
        </p>
      )}
      <Result counts={counts} refused={refused} isRun />
    </>
  );
}
