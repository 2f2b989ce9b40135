import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Callout } from '#components/feedback/Callout.tsx';
import { countText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { presentableText } from '#domain/records/record.ts';
import { formatHash } from '#routing/hash.ts';
import type { Tried, Try, TryOperation } from '#stores/access/panel.ts';
import { type Identity, isWrite } from '#stores/access/question.ts';
import { administratorLabel } from '#stores/app/administrator-word.ts';

const REFUSALS = {
  rule: 'Refused',
  values: 'Let through by the rule, but not stored',
  unclear: 'Refused, not clear by what',
} as const;

/** What came of one record, or of one change. */
function OneResult({ one, operation }: { one: NonNullable<Tried['one']>; operation: TryOperation }) {
  const { isAllowed, by = 'rule', note } = one;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">
        {operation === 'createRule' ? 'This new record' : 'This record'}:{' '}
        <span className={isAllowed ? 'text-success' : by === 'rule' ? 'text-error' : 'text-warning'}>
          {isAllowed ? 'Allowed' : REFUSALS[by]}
        </span>
      </h3>
      {note && (
        <p className="text-sm text-muted wrap-anywhere">
          {isWrite(operation) && 'The backend said: '}
          <bdi>{note}</bdi>
          {operation === 'createRule' && by === 'rule' && ' A hook that fails says the same as the rule.'}
        </p>
      )}
    </section>
  );
}

function Files({ files }: { readonly files: NonNullable<Tried['files']> }) {
  return (
    <ul aria-label="Files" className="flex flex-col gap-1 text-sm">
      {files.map(({ name, isLoaded, isProtected }) => (
        <li key={name} className="wrap-anywhere">
          <bdi>{name}</bdi>:{' '}
          <span className={isLoaded ? 'text-success' : 'text-error'}>{isLoaded ? 'Loaded' : 'Refused'}</span>
          {!isProtected && <span className="text-muted">, not protected: anyone with the link</span>}
        </li>
      ))}
    </ul>
  );
}

function Expands({ expands }: { readonly expands: NonNullable<Tried['expands']> }) {
  return (
    <ul aria-label="Expanded relations" className="flex flex-col gap-1 text-sm">
      {expands.map(({ path, count, refused }) => (
        <li key={path} className="wrap-anywhere">
          <bdi className="font-mono text-xs">{path}</bdi>: {countText(count, 'record', 'records')} came with
          it
          {refused > 0 && (
            <span className="text-error">
              , {refused} {refused === 1 ? 'is' : 'are'} kept back by the view rule there
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface TryResultProps {
  readonly tried: Tried;
  readonly collection: Collection;
  readonly operation: TryOperation;
}

function TryResult({ tried, collection, operation }: TryResultProps) {
  const { rule, problem, found, one, signIn, leftOut, isEstimate, files, expands } = tried;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {rule === null && operation !== 'files' && (
        <p className="text-muted">{`${administratorLabel()}s only: no user and no guest passes this rule.`}</p>
      )}
      {rule === '' && isEstimate && <p className="text-warning">Anyone passes this rule.</p>}
      {problem !== undefined && (
        <Callout kind="warning">
          {isEstimate ? 'This can’t be told.' : 'This can’t be tried.'} {problem}
        </Callout>
      )}
      {signIn && <Callout kind="warning">{signIn}</Callout>}
      {one && <OneResult one={one} operation={operation} />}
      {files && files.length > 0 && <Files files={files} />}
      {leftOut && leftOut.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          Left out of {one?.isAllowed && !found ? 'the answer' : 'some of these records'}:{' '}
          <bdi>{leftOut.join(', ')}</bdi>
        </p>
      )}
      {expands && found && <p className="text-sm text-muted">With the records shown below:</p>}
      {expands && <Expands expands={expands} />}
      {found && (
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">{countText(found.count, 'record', 'records')} let through</h3>
          <ul aria-label="First records" className="-mx-2">
            {found.first.map((record) => (
              <li key={record.id}>
                <a
                  className="flex min-h-8 flex-wrap items-center gap-x-2 rounded-field px-2 text-sm hover:bg-tint max-sm:min-h-10"
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

const COLUMNS = ['', 'sm:grid-cols-2', 'sm:grid-cols-3'];

/** What came of the question for everyone who asks, side by side. */
export function Results({ panel }: { readonly panel: Try }) {
  const { who, operation } = useStore(panel.$values);
  const tried = useStore(panel.$results);
  const collection = useStore(panel.$collection);
  const results = useRef<HTMLDivElement>(null);
  // The question may fill the panel.
  useEffect(() => {
    if (tried) results.current?.scrollIntoView({ block: 'nearest' });
  }, [tried]);
  if (!tried || !collection) return null;
  const nameOf = ({ authId, user }: Identity) => {
    const auth = panel.authCollections().find(({ id }) => id === authId);
    return user ? presentableText(user, auth) : 'Guest';
  };
  return (
    <div ref={results} className={`grid gap-4 ${COLUMNS[tried.length - 1]}`}>
      {tried.map((one, at) => {
        const name = who[at] ? nameOf(who[at]) : '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and each has its place.
          <section key={at} aria-label={name} className="flex min-w-0 flex-col gap-2">
            <h2 className="border-b border-base-300 pb-1 text-sm wrap-anywhere text-muted">
              <bdi>{name}</bdi>
            </h2>
            <TryResult tried={one} collection={collection} operation={operation} />
          </section>
        );
      })}
    </div>
  );
}
