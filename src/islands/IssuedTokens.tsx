import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import {
  ageInDays,
  ISSUED_TEXTS,
  type IssuedToken,
  isLongLived,
  issuedFor,
  isValid,
  sortIssued,
} from '#domain/access/issued-tokens.ts';
import { formatStored } from '#domain/app/date.ts';
import { $issued, endSessions, forgetIssued } from '#stores/access/issued-tokens.ts';

const time = (ms: number) => <DateTime value={formatStored(new Date(ms))} />;

function State({ token, now }: { readonly token: IssuedToken; readonly now: number }) {
  const { until, ended } = token;
  if (ended !== undefined) return <>Ended {time(ended)}</>;
  return isValid(token, now) ? <>Valid until {time(until)}</> : <>Over since {time(until)}</>;
}

function Token({ token, now }: { readonly token: IssuedToken; readonly now: number }) {
  const { account, collectionName, why, by, issued } = token;
  const isOn = isValid(token, now);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-base-300 px-3 py-2 last:border-b-0">
      <div className="min-w-0 grow basis-64">
        <p className={`wrap-anywhere ${isOn ? 'font-medium' : 'text-muted'}`}>
          <bdi>{account}</bdi>{' '}
          <span className="font-normal text-muted">
            of <bdi>{collectionName}</bdi>
          </span>
        </p>
        <p className="text-sm wrap-anywhere">
          {why ? <bdi>{why}</bdi> : <span className="text-muted">No reason given</span>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          Issued {time(issued)}
          {by && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </p>
        {isOn && isLongLived(token) && (
          <p className="text-xs font-medium text-warning">{ISSUED_TEXTS.longLived(ageInDays(token, now))}</p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <span className={`text-sm ${isOn ? '' : 'text-muted'}`}>
          <State token={token} now={now} />
        </span>
        {isOn ? (
          <Button aria-label={`End the token for ${account}`} onClick={() => void endSessions(token)}>
            End
          </Button>
        ) : (
          <LineAction verb={ISSUED_TEXTS.forget} name={account} onClick={() => forgetIssued(token.id)} />
        )}
      </div>
    </li>
  );
}

interface IssuedTokensProps {
  /** Of this account alone. */
  readonly of?: { readonly collectionId: string; readonly accountId: string };
}

/** The tokens that were issued on this device, those that are valid first. */
export function IssuedTokens({ of }: IssuedTokensProps) {
  const all = useStore($issued);
  const [now] = useState(() => Date.now());
  const tokens = sortIssued(of ? issuedFor(all, of.collectionId, of.accountId) : all, now);
  if (!tokens.length) return <p className="text-muted">{ISSUED_TEXTS.empty}</p>;
  return (
    <>
      <ul aria-label="Issued tokens" className="rounded-box border border-base-300">
        {tokens.map((token) => (
          <Token key={token.id} token={token} now={now} />
        ))}
      </ul>
      <p className="mt-1 text-xs text-muted">{ISSUED_TEXTS.elsewhere}</p>
    </>
  );
}
