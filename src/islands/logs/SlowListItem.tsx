import { Button } from '#components/elements/Button.tsx';
import { countText } from '#domain/app/count-text.ts';
import { durationText } from '#domain/logs/duration.ts';
import { planText } from '#domain/logs/index-advice.ts';
import type { SlowList } from '#domain/logs/slow-lists.ts';
import { visitEditor } from '#stores/collections/editor/open-or-list.ts';

const CODE = 'font-mono text-dense wrap-anywhere';

/** The index that would help, or why none does. */
function AdviceText({ advice }: Pick<SlowList, 'advice'>) {
  if (advice.kind === 'none') {
    return (
      <p>
        <span className="font-medium">No index to add. </span>
        {advice.reasons.join(' ')}
      </p>
    );
  }
  const [plan = []] = advice.options;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 grow basis-60">
        <span className="font-medium">
          {plan.length > 1 ? 'Indexes that may help: ' : 'Index that may help: '}
        </span>
        <bdi className={CODE}>{plan.map(planText).join(' and ')}</bdi>
      </p>
      {plan.map((index) => (
        <Button key={index.collectionId} onClick={() => visitEditor(index.collectionId)}>
          Open <bdi>{index.collectionName}</bdi> in the editor
        </Button>
      ))}
    </div>
  );
}

/** A kind of list: how slow it is, the indexes there are, and what would help. */
export function SlowListItem({ list: slow }: { readonly list: SlowList }) {
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
    </li>
  );
}
