import { memo } from 'react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ListRow, type ListRowProps } from '#components/table/ListRow.tsx';
import { truncate } from '#domain/app/value-text.ts';
import { dataLabels } from '#domain/logs/labels.ts';
import type { Log } from '#domain/logs/log.ts';
import { openLog } from '#stores/logs/detail.ts';
import { toggleLog, toggleLogsTo } from '#stores/logs/list.ts';
import { ownHosts } from '#stores/logs/own-hosts.ts';
import { LevelLabel } from './LevelLabel.tsx';
import { RelativeTime } from './RelativeTime.tsx';

/** Longest part of a message that a row renders; the panel shows the whole one. */
const MESSAGE_LIMIT = 500;

/** Characters of a label that is always whole; a longer one may be cut to leave room for the others. */
const SHORT_LABEL = 24;

/** The content of a row, which a change of the selection does not render again. */
const LogCells = memo(function LogCells({ log }: { readonly log: Log }) {
  return (
    <>
      <div role="gridcell" className="log-level">
        <LevelLabel level={log.level} />
      </div>
      <div role="gridcell" className="log-message">
        <span className="cell-text block" data-tooltip-clipped="">
          {truncate(log.message, MESSAGE_LIMIT, '')}
        </span>
        <span className="log-labels">
          {dataLabels(log, ownHosts()).map(({ name, text, tone, whole }) => (
            <span
              key={name}
              className={`log-label is-${tone} ${text.length > SHORT_LABEL ? 'is-long' : ''}`}
              data-tooltip={whole}
              data-tooltip-clipped={whole ? undefined : ''}
            >
              {text}
            </span>
          ))}
        </span>
      </div>
      <div role="gridcell" className="log-created">
        <DateTime value={log.created} milliseconds />
        <RelativeTime value={log.created} />
      </div>
      <div role="gridcell" className="log-arrow">
        <span aria-hidden="true" className="icon-[ri--arrow-right-line] size-4 text-muted" />
      </div>
    </>
  );
});

interface Props extends Pick<ListRowProps, 'index' | 'top'> {
  readonly log: Log;
  readonly isSelected: boolean;
  /** Its panel is open. */
  readonly isOpened: boolean;
}

/** One entry of the list. */
export const LogRow = memo(function LogRow({ log, index, top, isSelected, isOpened }: Props) {
  const { id } = log;
  return (
    <ListRow
      id={id}
      index={index}
      top={top}
      className="log-row"
      data-opened={isOpened || undefined}
      onOpen={() => openLog(id)}
      select={{ isSelected, onToggle: () => toggleLog(id), onToggleTo: () => toggleLogsTo(id) }}
    >
      <LogCells log={log} />
    </ListRow>
  );
});
