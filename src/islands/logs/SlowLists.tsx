// chunks: slow lists
import { useStore } from '@nanostores/react';
import { use, useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { countText, numberText } from '#domain/app/count-text.ts';
import { durationText } from '#domain/logs/duration.ts';
import { planText } from '#domain/logs/index-advice.ts';
import { MIN_REQUESTS, SLOW_FROM, type SlowList } from '#domain/logs/slow-lists.ts';
import { spanLabel } from '#domain/logs/span.ts';
import { ReadingProgress } from '#islands/ReadingProgress.tsx';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { $can } from '#stores/app/capabilities.ts';
import { closeLogsPopup } from '#stores/app/popups.ts';
import { visitEditor } from '#stores/collections/editor/open.ts';
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
import { Choice, TimePresets } from './TimePresets.tsx';

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
      <Toggle
        label={`Include requests by ${administratorWord()}s`}
        checked={includesAdmins}
        onChange={includeAdmins}
      />
    </div>
  );
}

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

const CODE = 'font-mono text-dense wrap-anywhere';

function AdviceText({ advice }: Pick<SlowList, 'advice'>) {
  if (advice.kind === 'none') {
    return (
      <p>
        <span className="font-medium">No index to add. </span>
        {advice.reasons.join(' ')}
      </p>
    );
  }
  const { indexes } = advice;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 grow basis-60">
        <span className="font-medium">
          {indexes.length > 1 ? 'Indexes that may help: ' : 'Index that may help: '}
        </span>
        <bdi className={CODE}>{indexes.map(planText).join(' and ')}</bdi>
      </p>
      {indexes.map(({ collection }) => (
        <Button key={collection.id} onClick={() => visitEditor(collection.id)}>
          Open <bdi>{collection.name}</bdi> in the editor
        </Button>
      ))}
    </div>
  );
}

const WhyPlan = lazyPart(() => import('./WhyPlan.tsx'));

/** The plan of the list, once it is asked for. */
function Why({ list }: Pick<SlowList, 'list'>) {
  const [isOpen, setOpen] = useState(false);
  const { runsSql } = useStore($can);
  if (!runsSql) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Why?
      </Button>
      {isOpen && <WhyPlan list={list} />}
    </div>
  );
}

function SlowListItem({ list: slow }: { readonly list: SlowList }) {
  const { list, shape, count, median, worst, indexes } = slow;
  const { collection, sort } = list;
  return (
    <li className="flex flex-col gap-2 rounded-box border border-base-300 p-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="min-w-0 grow font-medium">
          <bdi className="wrap-anywhere">{collection.name}</bdi>
        </h2>
        <span className="tabular-nums">{countText(count, 'request', 'requests')}</span>
        <span className="tabular-nums">
          median <strong>{durationText(median)}</strong>
        </span>
        <span className="tabular-nums">worst {durationText(worst)}</span>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-dense [&_dt]:text-muted">
        <dt>Filter</dt>
        <dd>{shape ? <bdi className={CODE}>{shape}</bdi> : 'none'}</dd>
        {list.hasRule && (
          <>
            <dt>List rule</dt>
            <dd>
              <bdi className={CODE}>{collection.listRule}</bdi>
            </dd>
          </>
        )}
        <dt>Sort</dt>
        <dd>{sort ? <bdi className={CODE}>{sort}</bdi> : 'none'}</dd>
        <dt>Indexes</dt>
        <dd>
          {indexes.length === 0 && 'none'}
          <ul>
            {indexes.map((text) => (
              <li key={text}>
                <bdi className={CODE}>{text}</bdi>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <AdviceText advice={slow.advice} />
      <Why list={list} />
    </li>
  );
}

function Lists() {
  const reading = useStore($reading);
  const { state, error } = reading;
  const lists = useStore($slowLists);
  if (state === 'failed' && error) {
    return <ErrorState title="The logs could not be read." onRetry={readSlowLists} />;
  }
  if (!lists) return <ReadingProgress reading={reading} what="requests for lists" onStop={stopReading} />;
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
