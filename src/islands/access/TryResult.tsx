import { Callout } from '#components/feedback/Callout.tsx';
import { countText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { formatHash } from '#routing/hash.ts';
import type { Tried } from '#stores/access/panel.ts';

function One({ isAllowed, note }: NonNullable<Tried['one']>) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-medium">
        This record:{' '}
        <span className={isAllowed ? 'text-success' : 'text-error'}>{isAllowed ? 'Allowed' : 'Refused'}</span>
      </h2>
      {note && <p className="text-sm text-muted wrap-anywhere">{note}</p>}
    </section>
  );
}

/** What the backend let through. */
export function TryResult({ tried, collection }: { readonly tried: Tried; readonly collection: Collection }) {
  const { rule, problem, found, one } = tried;
  return (
    <div className="flex flex-col gap-4">
      {rule === null && <p className="text-muted">Admins only: no user and no guest passes this rule.</p>}
      {problem !== undefined && <Callout kind="warning">This can’t be tried. {problem}</Callout>}
      {one && <One {...one} />}
      {found && (
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
        </section>
      )}
    </div>
  );
}
