import { Callout } from '#components/feedback/Callout.tsx';
import { countText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { formatHash } from '#routing/hash.ts';
import type { Tried } from '#stores/access/try.ts';

const HOW = {
  sent: 'Tried by a real request.',
  copy: 'Tried by a real request on a copy, which is deleted again.',
  filled: 'Tried by filling in the user’s values.',
} as const;

function One({ one }: { readonly one: NonNullable<Tried['one']> }) {
  const { isAllowed, how, note, unmet } = one;
  const verdict = isAllowed === undefined ? 'Not decided' : isAllowed ? 'Allowed' : 'Refused';
  const look = isAllowed === undefined ? 'text-warning' : isAllowed ? 'text-success' : 'text-error';
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-medium">
        This record: <span className={look}>{verdict}</span>
      </h2>
      {unmet.map((part) => (
        <p key={part} className="text-sm">
          Fails: <code className="font-mono text-xs wrap-anywhere">{part}</code>
        </p>
      ))}
      <p className="text-sm text-muted wrap-anywhere">
        {HOW[how]} {note}
      </p>
    </section>
  );
}

/** What a rule lets through, and how that was found out. */
export function TryResult({ tried, collection }: { readonly tried: Tried; readonly collection: Collection }) {
  const { rule, problem, found, one } = tried;
  if (problem !== undefined) return <Callout kind="warning">This can’t be tried. {problem}</Callout>;
  return (
    <div className="flex flex-col gap-4">
      {rule === null && <p className="text-muted">Admins only: no user and no guest passes this rule.</p>}
      {one && <One one={one} />}
      {found && rule !== null && (
        <section className="flex flex-col gap-1">
          <h2 className="font-medium">{countText(found.count, 'record', 'records')} let through</h2>
          <ul aria-label="First records" className="-mx-2">
            {found.first.map((record) => (
              <li key={record.id}>
                <a
                  className="flex min-h-8 items-center gap-2 rounded-field px-2 text-sm hover:bg-tint max-sm:min-h-10"
                  href={formatHash('collections', { collectionId: collection.id, recordId: record.id })}
                >
                  <bdi className="min-w-0 grow truncate">{presentableText(record, collection)}</bdi>
                  <span className="font-mono text-xs text-muted">{record.id}</span>
                </a>
              </li>
            ))}
          </ul>
          {found.count > found.first.length && (
            <p className="text-sm text-muted">The first {found.first.length} are listed.</p>
          )}
          <p className="text-sm text-muted">{HOW[found.how]}</p>
        </section>
      )}
    </div>
  );
}
