import { useStore } from '@nanostores/react';
import { use, useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { countText, numberText } from '#domain/app/count-text.ts';
import { MIN_REQUESTS, SLOW_FROM } from '#domain/logs/slow-lists.ts';
import { spanLabel } from '#domain/logs/span.ts';
import { closeLogsPopup } from '#stores/logs/popup.ts';
import { $includesAdmins, $span, includeAdmins } from '#stores/logs/query.ts';
import {
  $listGroups,
  $reading,
  $slowFrom,
  $slowLists,
  readSlowLists,
  setSlowFrom,
  startSlowLists,
  stopReading,
} from '#stores/logs/slow-lists.ts';
import { SlowListItem } from './SlowListItem.tsx';
import { Choice, TimePresets } from './TimePresets.tsx';

/** Which requests are read, and from which duration a list is slow. */
function Choices() {
  const span = useStore($span);
  const zone = use(ZoneContext);
  const includesAdmins = useStore($includesAdmins);
  const slowFrom = useStore($slowFrom);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <TimePresets />
      {span?.kind === 'between' && <span className="text-xs">{spanLabel(span, zone)}</span>}
      <div role="group" aria-label="Slow from" className="flex flex-wrap items-center text-xs text-muted">
        <span aria-hidden="true">Slow from</span>
        {SLOW_FROM.map((ms) => (
          <Choice key={ms} isChosen={ms === slowFrom} onChoose={() => setSlowFrom(ms)}>
            {ms} ms
          </Choice>
        ))}
      </div>
      <Toggle label="Include requests by admins" checked={includesAdmins} onChange={includeAdmins} />
    </div>
  );
}

/** How far the logs are read. */
function Progress() {
  const { read, total, isWaiting } = useStore($reading);
  return (
    <div className="flex flex-wrap items-center gap-3 py-6">
      <progress className="h-2 w-40 accent-primary" aria-label="Logs read" max={total || 1} value={read} />
      <span role="status" className="tabular-nums">
        {isWaiting
          ? 'Waiting for the server…'
          : `Read ${numberText(read)} of ${total === undefined ? '…' : numberText(total)} requests for lists`}
      </span>
      <Button onClick={stopReading}>Stop reading</Button>
    </div>
  );
}

/** What the lists are of. */
function Summary() {
  const { read, total = 0 } = useStore($reading);
  const groups = useStore($listGroups);
  const slowFrom = useStore($slowFrom);
  const part = read < total ? `, ${numberText(read)} of ${numberText(total)} by chance,` : '';
  return (
    <p role="status" className="text-dense text-muted">
      {countText(groups.length, 'kind', 'kinds')} of lists in {countText(read, 'request', 'requests')}
      {part} that succeeded. Slow are those that took at least {slowFrom} ms of the server’s time in half of
      at least {MIN_REQUESTS} requests; values in filters are left out.
    </p>
  );
}

function Lists() {
  const { state, error } = useStore($reading);
  const lists = useStore($slowLists);
  if (state === 'failed' && error) {
    return <ErrorState title="The logs could not be read." onRetry={readSlowLists} />;
  }
  if (!lists) return <Progress />;
  return (
    <>
      <Summary />
      {lists.length === 0 && <EmptyState text="No slow lists found." />}
      <ul aria-label="Slow lists" className="flex flex-col gap-3">
        {lists.map((list) => (
          <SlowListItem key={list.key} list={list} />
        ))}
      </ul>
    </>
  );
}

/** The kinds of lists that are slow, with the indexes that would help. */
export default function SlowLists() {
  useEffect(startSlowLists, []);
  return (
    <OverlayPanel size="lg" title="Slow lists" onRequestClose={closeLogsPopup}>
      <div className="flex flex-col gap-3">
        <Choices />
        <Lists />
      </div>
    </OverlayPanel>
  );
}
