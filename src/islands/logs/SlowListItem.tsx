import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { countText } from '#domain/app/count-text.ts';
import { durationText } from '#domain/logs/duration.ts';
import type { SlowList } from '#domain/logs/slow-lists.ts';
import { gainText, planText, type TrialTimes } from '#domain/logs/trial.ts';
import {
  $isTrying,
  $nextPlan,
  $trials,
  CUT_OFF,
  dismissTrial,
  stopTrial,
  takeBack,
  tryIndexes,
} from '#stores/logs/index-trial.ts';

const CODE = 'font-mono text-dense wrap-anywhere';

const timesText = (times: TrialTimes) =>
  `${durationText(times.before)} before, ${durationText(times.after)} with the index: ${gainText(times)}. ` +
  `Shortest of 5, without the ${durationText(times.way)} of an empty request.`;

const MEASURED_RULE =
  ' Measured as an administrator, with the conditions of the list rule that an index can use in the filter.';

interface TrialResultProps {
  /** Key of the trial. */
  readonly trialKey: string;
  /** Whether the list is measured with its list rule. */
  readonly hasRule?: boolean;
}

/** What the trial of an index does, or what came of it. */
function TrialResult({ trialKey, hasRule = false }: TrialResultProps) {
  const trial = useStore($trials)[trialKey];
  const isTrying = useStore($isTrying);
  if (!trial) return null;
  if (trial.state === 'busy') {
    return (
      <p className="flex flex-wrap items-center gap-2">
        <Spinner /> {trial.text}
        <Button className="ml-auto" onClick={stopTrial}>
          Stop
        </Button>
      </p>
    );
  }
  const left = trial.state === 'kept' ? trial.added : trial.state === 'stopped' ? trial.left : [];
  const dismiss = (
    <Button variant="ghost" onClick={() => dismissTrial(trialKey)}>
      {left.length ? 'Keep' : 'OK'}
    </Button>
  );
  const takesBack = left.length > 0 && (
    <Button disabled={isTrying} onClick={() => void takeBack(trialKey, left)}>
      Take back
    </Button>
  );
  return (
    <Callout
      kind={trial.state === 'stopped' && left.length ? 'warning' : 'info'}
      actions={
        <>
          {takesBack}
          {dismiss}
        </>
      }
    >
      {trial.state === 'kept' && <strong>The index stays. </strong>}
      {trial.state === 'useless' && <strong>The index was taken back. </strong>}
      {trial.state === 'stopped' ? trial.text : timesText(trial.times)}
      {trial.state !== 'stopped' && hasRule && MEASURED_RULE}
    </Callout>
  );
}

/** After a step of the trial, moves the focus to what it offers, if the button that had it is gone or disabled. */
function useFocusOnResult(item: RefObject<HTMLElement | null>, state: string | undefined) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    // A closing question gives back the focus first.
    const frame = requestAnimationFrame(() => {
      const { activeElement: active } = document;
      if (active && active !== document.body && !active.matches(':disabled, [data-panel]')) return;
      (item.current?.querySelector<HTMLElement>('[role=status] button') ?? item.current)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [item, state]);
}

/** What trials have left that were cut off; nothing without any. */
export function CutOffTrial() {
  const box = useRef<HTMLDivElement>(null);
  useFocusOnResult(box, useStore($trials)[CUT_OFF]?.state);
  return (
    <div ref={box} tabIndex={-1} className="outline-none has-[[role=status]:empty]:-mb-3">
      <div role="status">
        <TrialResult trialKey={CUT_OFF} />
      </div>
    </div>
  );
}

/** The index that would help, or why none does. */
function AdviceText({ list }: { readonly list: SlowList }) {
  const plan = useStore($nextPlan)(list);
  const isTrying = useStore($isTrying);
  const state = useStore($trials)[list.key]?.state;
  const { advice } = list;
  // What came of it says more.
  if (state === 'kept') return null;
  if (!plan) {
    const reasons = advice.kind === 'none' ? advice.reasons : ['What could help was tried.'];
    return (
      <p>
        <span className="font-medium">No index to add. </span>
        {reasons.join(' ')}
      </p>
    );
  }
  const names = plan.map(planText).join(' and ');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 grow basis-60">
        <span className="font-medium">
          {plan.length > 1 ? 'Indexes that may help: ' : 'Index that may help: '}
        </span>
        <bdi className={CODE}>{names}</bdi>
      </p>
      <Button
        variant="primary"
        busy={state === 'busy'}
        disabled={isTrying}
        aria-label={`Add index and measure: ${names}`}
        onClick={() => void tryIndexes(list, plan)}
      >
        Add index and measure
      </Button>
    </div>
  );
}

/** A kind of list: how slow it is, the indexes there are, and what would help. */
export function SlowListItem({ list: slow }: { readonly list: SlowList }) {
  const { list, shape, count, median, worst, indexes } = slow;
  const { collection, sort } = list;
  const item = useRef<HTMLLIElement>(null);
  useFocusOnResult(item, useStore($trials)[slow.key]?.state);
  return (
    <li ref={item} tabIndex={-1} className="flex flex-col gap-2 rounded-box border border-base-300 p-3">
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
      <AdviceText list={slow} />
      <div role="status" className="empty:-mt-2">
        <TrialResult trialKey={slow.key} hasRule={list.hasRule} />
      </div>
    </li>
  );
}
