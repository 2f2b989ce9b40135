import { memo, useId } from 'react';
import type { CollectionChange } from '#domain/settings/import/changes.ts';
import { ChangeTitle } from './ChangeTitle.tsx';

export interface DetectedChangesProps {
  readonly changes: readonly CollectionChange[];
  /** The text has changed since. */
  readonly isOutdated: boolean;
}

const ChangeList = memo(({ changes }: { readonly changes: readonly CollectionChange[] }) =>
  changes.map((change) => (
    <li
      key={change.id}
      className="flex min-h-10 items-center px-2 py-1.5 [contain-intrinsic-height:auto_2.5rem] [content-visibility:auto]"
    >
      <ChangeTitle change={change} />
    </li>
  )),
);

/** What the import would change. */
export function DetectedChanges({ changes, isOutdated }: DetectedChangesProps) {
  const id = useId();
  return (
    <section className="mb-3" aria-busy={isOutdated || undefined}>
      <h2 id={id} className="mb-1 text-sm font-medium">
        Detected changes
      </h2>
      <ul
        aria-labelledby={id}
        className={`divide-y divide-base-300 rounded-box border border-base-300 ${isOutdated ? 'opacity-60' : ''}`}
      >
        <ChangeList changes={changes} />
      </ul>
    </section>
  );
}
