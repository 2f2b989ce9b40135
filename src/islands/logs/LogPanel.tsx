import { useStore } from '@nanostores/react';
import { use, useEffect, useRef, useState } from 'react';
import { saveJsonFile } from '#browser/save-file.ts';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { Dropdown, menuItem } from '#components/overlay/Dropdown.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText } from '#domain/app/count-text.ts';
import { formatLocal } from '#domain/app/date.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { canCondition } from '#domain/logs/conditions.ts';
import { type DetailRow, detailRows } from '#domain/logs/detail.ts';
import { logFileName, logsFileText } from '#domain/logs/file-names.ts';
import { levelLabel, logName } from '#domain/logs/log.ts';
import { PanelIdentity } from '#islands/PanelIdentity.tsx';
import { WalkSteps } from '#islands/WalkSteps.tsx';
import { addConditions } from '#stores/logs/add-conditions.ts';
import { $log, closeLog, logWalk } from '#stores/logs/detail.ts';
import { LevelLabel, RelativeTime } from './LevelLabel.tsx';

/** Longest text that is shown at once, in characters: a value of 1 MB must not block the page. */
const MAX_SHOWN = 5000;
/** Longest JSON that is highlighted, in characters: each token is an element. */
const MAX_HIGHLIGHTED = 50_000;

function LogValue({ row }: { readonly row: DetailRow }) {
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

function Value({ row, text }: { readonly row: DetailRow; readonly text: string }) {
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

const MAX_LINES = 100;

/** A menu with 'is' and 'is not', which become removable parts of the filter; none if the value cannot be compared. */
function ConditionMenu({ row: { name: path, value } }: { readonly row: DetailRow }) {
  if (!canCondition(path, value)) return null;
  return (
    <Dropdown
      label={`Filter by ${path}`}
      tooltip="Filter by this value"
      tooltipSide="left"
      triggerClass="log-filter btn btn-ghost btn-square btn-xs max-sm:size-10"
      items={[
        { heading: path },
        menuItem('is', 'icon-[ri--filter-line]', () => addConditions({ path, operator: 'is', value })),
        menuItem('is not', 'icon-[ri--filter-off-line]', () =>
          addConditions({ path, operator: 'isNot', value }),
        ),
      ]}
    >
      <span aria-hidden="true" className="icon-[ri--filter-line] size-3.5" />
    </Dropdown>
  );
}

function Line({ row }: { readonly row: DetailRow }) {
  return (
    <tr data-detail={row.name}>
      <th scope="row">{row.name}</th>
      <td className="log-detail-value">
        <LogValue row={row} />
      </td>
      <td className="log-detail-action">
        <ConditionMenu row={row} />
      </td>
    </tr>
  );
}

function LogDetails({ log }: { readonly log: LogEntry }) {
  const rows = detailRows(log);
  const [limit, setLimit] = useState(MAX_LINES);
  const hidden = rows.length - limit;
  return (
    <>
      <table className="log-details">
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <Line key={row.name} row={row} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className="mt-3 text-center">
          <Button onClick={() => setLimit(rows.length)}>Show {hidden} more</Button>
        </p>
      )}
    </>
  );
}

/** Longest part of a message that is announced, in characters. */
const MAX_ANNOUNCED = 200;

/** Tells screen readers which entry the panel shows after a step to another one. */
function Announcement({ log }: { readonly log: LogEntry | undefined }) {
  return (
    <p role="status" className="sr-only">
      {log && `${levelLabel(log.level)} ${truncate(log.message, MAX_ANNOUNCED, '')}`}
    </p>
  );
}

/** The row of the entry that was shown last: after some steps, it is not the one that was opened. */
const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-logs-table] [data-row-id="${CSS.escape(id)}"]`);

export default function LogPanel() {
  const opened = useStore($log);
  const log = opened?.log;
  const shownId = useRef('');
  useEffect(() => {
    if (opened) shownId.current = opened.id;
  }, [opened]);
  return (
    <OverlayPanel
      size="lg"
      title="Request log"
      headerAside={<WalkSteps walk={logWalk} above="Newer log" below="Older log" />}
      headerBelow={
        log && <PanelIdentity name={logName(log)} id={log.id} created={log.time} updated={log.time} />
      }
      onRequestClose={closeLog}
      finalFocus={() => rowOf(shownId.current)}
      cancel="Close"
      footer={
        <Button
          variant="primary"
          icon="icon-[ri--download-line]"
          disabled={!log}
          onClick={() => log && saveJsonFile(logFileName(log), logsFileText([log]))}
        >
          Download as JSON
        </Button>
      }
    >
      <Announcement log={log} />
      {log ? (
        <LogDetails key={log.id} log={log} />
      ) : (
        <p className="flex min-h-40 items-center justify-center gap-2 text-muted" role="status">
          <Spinner /> Loading...
        </p>
      )}
    </OverlayPanel>
  );
}
