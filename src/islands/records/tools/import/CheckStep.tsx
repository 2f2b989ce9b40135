import { useStore } from '@nanostores/react';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { countText, numberText } from '#domain/app/count-text.ts';
import type { Import } from '#stores/records/import/import.ts';
import { type CountLabels, CountList, RefusedRows } from './Outcome.tsx';

const LABELS: CountLabels = {
  create: 'To create',
  update: 'To update',
  unchanged: 'Unchanged',
  skip: 'To skip',
  invalid: 'With problems',
};

/** What new users get who have no password in the file, or a hash. */
function Passwords({ session }: { readonly session: Import }) {
  const { missing, hashed, methods } = useStore(session.$newUsers);
  const { randomPasswords = false, keepsHashes = false } = useStore(session.$options);
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

/** What the import will do. */
export function CheckStep({ session }: { readonly session: Import }) {
  return (
    <>
      <Passwords session={session} />
      <Outlook session={session} />
    </>
  );
}

function Outlook({ session }: { readonly session: Import }) {
  const dryRun = useStore(session.$dryRun);
  const file = useStore(session.$file);
  const total = file.state === 'ready' ? file.content.count : 0;
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
      <CountList counts={counts} labels={LABELS} />
      <RefusedRows rows={refused} count={counts.invalid} />
    </>
  );
}
