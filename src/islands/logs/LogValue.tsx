import { use, useState } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Button } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { numberText } from '#domain/app/count-text.ts';
import { formatLocal } from '#domain/app/date.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { DetailRow } from '#domain/logs/detail.ts';
import { LevelLabel } from './LevelLabel.tsx';
import { RelativeTime } from './RelativeTime.tsx';

/** Longest text that is shown at once, in characters: a value of 1 MB must not block the page. */
const MAX_SHOWN = 5000;
/** Longest JSON that is highlighted, in characters: each token is an element. */
const MAX_HIGHLIGHTED = 50_000;

interface Props {
  readonly row: DetailRow;
}

/** A value of the entry, in the form of its kind. A long text is cut until the user wants all of it. */
export function LogValue({ row }: Props) {
  const [isWhole, setWhole] = useState(false);
  const { length } = row.text;
  if (length <= MAX_SHOWN) return <Value row={row} text={row.text} />;
  return (
    <>
      {/* Above the text: the button stays where it is. */}
      <p className="flex flex-wrap items-center gap-x-2 pb-1 text-xs text-muted">
        {!isWhole && `First ${numberText(MAX_SHOWN)} of `}
        {numberText(length)} characters
        <Button onClick={() => setWhole(!isWhole)}>{isWhole ? 'Show less' : 'Show all'}</Button>
      </p>
      <Value row={row} text={isWhole ? row.text : truncate(row.text, MAX_SHOWN)} />
    </>
  );
}

interface ValueProps extends Props {
  /** What is shown of the row's text. */
  readonly text: string;
}

function Value({ row, text }: ValueProps) {
  const { name, kind } = row;
  switch (kind) {
    case 'id':
      return (
        <span className="inline-flex items-center gap-1">
          <CopyIcon value={row.text} label="Copy id" className="-ml-1 max-sm:-ml-3" />
          <span className="font-mono text-dense">{text}</span>
        </span>
      );
    case 'level':
      return typeof row.value === 'number' && <LevelLabel level={row.value} />;
    case 'date':
      return <Moment value={text} />;
    case 'empty':
      return <span className="text-muted">{text}</span>;
    case 'json':
    case 'code':
      return (
        <CodeBlock
          code={text}
          copied={row.text}
          language={kind === 'json' && text.length <= MAX_HIGHLIGHTED ? 'json' : 'text'}
          copyLabel={`Copy ${name}`}
        />
      );
    case 'error':
      return (
        <span className="flex items-start gap-1">
          <span className="log-error">{text}</span>
          <CopyIcon value={row.text} label={`Copy ${name}`} />
        </span>
      );
    default:
      return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
  }
}

/** A moment in UTC and in the time zone that is chosen, or that of the browser, and relative to now. */
function Moment({ value }: { readonly value: string }) {
  const formatOther = use(ZoneContext)?.formatUtc ?? formatLocal;
  return (
    <>
      <DateTime value={value} milliseconds />
      <span className="block text-xs leading-5 text-muted tabular-nums">
        {formatOther(value)} · <RelativeTime value={value} />
      </span>
    </>
  );
}
