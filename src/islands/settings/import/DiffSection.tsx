import { memo, useMemo, useRef } from 'react';
import { DiffTable } from '#components/diff/DiffTable.tsx';
import { useIsNear } from '#components/hooks/use-is-near.ts';
import type { CollectionChange } from '#domain/settings/import/changes.ts';
import { diffOf } from '#domain/settings/import/diff.ts';
import { ChangeTitle } from './ChangeTitle.tsx';

/** Distance from the visible part at which a table is rendered, in px. */
const AHEAD = 1000;

function SectionTable({ change }: { readonly change: CollectionChange }) {
  const diff = useMemo(() => diffOf(change), [change]);
  return <DiffTable name={change.name} diff={diff} />;
}

/** The differences of one collection. Its table is rendered when it comes near, because there may be many. */
export const DiffSection = memo(({ change }: { readonly change: CollectionChange }) => {
  const element = useRef<HTMLElement>(null);
  const isNear = useIsNear(element, AHEAD);
  return (
    <section ref={element}>
      <h2 className="sticky -top-3 z-10 bg-base-100 py-2 text-sm">
        <ChangeTitle change={change} />
      </h2>
      {isNear ? <SectionTable change={change} /> : <div className="h-96 rounded-box bg-base-200" />}
    </section>
  );
});
